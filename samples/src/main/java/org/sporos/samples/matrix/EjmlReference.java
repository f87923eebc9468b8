package org.sporos.samples.matrix;

import org.ejml.data.DMatrixRMaj;
import org.ejml.data.DMatrixSparseCSC;
import org.ejml.data.DMatrixSparseTriplet;
import org.ejml.interfaces.linsol.LinearSolverSparse;
import org.ejml.ops.DConvertMatrixStruct;
import org.ejml.sparse.FillReducing;
import org.ejml.sparse.csc.factory.LinearSolverFactory_DSCC;

/** Direct solutions of linear systems by EJML's sparse Cholesky decomposition: the reference of iterative ones. */
public final class EjmlReference {
    private EjmlReference() {}

    /**
     * Returns the solution of {@code a x = b}.
     *
     * @throws IllegalArgumentException if the matrix is not symmetric and positive definite
     */
    public static double[] solve(CsrMatrix a, double... b) {
        LinearSolverSparse<DMatrixSparseCSC, DMatrixRMaj> solver = LinearSolverFactory_DSCC.cholesky(FillReducing.NONE);
        if (!solver.setA(columns(a))) {
            throw new IllegalArgumentException("the " + a + " is not positive definite");
        }
        DMatrixRMaj x = new DMatrixRMaj(a.rows(), 1);
        solver.solve(DMatrixRMaj.wrap(a.rows(), 1, b.clone()), x);
        return x.getData();
    }

    private static DMatrixSparseCSC columns(CsrMatrix a) {
        DMatrixSparseTriplet triplets = new DMatrixSparseTriplet(a.rows(), a.columns(), a.entries());
        for (int i = 0; i < a.rows(); i++) {
            for (int at = a.starts()[i]; at < a.starts()[i + 1]; at++) {
                triplets.addItem(i, a.column()[at], a.values()[at]);
            }
        }
        DMatrixSparseCSC columns = DConvertMatrixStruct.convert(triplets, (DMatrixSparseCSC) null);
        columns.sortIndices(null);
        return columns;
    }
}
