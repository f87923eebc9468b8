#!/usr/bin/env bash
# For whoever has an AMD GPU: runs all that Sporos can prove there, and writes hip-report.txt to send to the project.
# Run it in the root of the repository. It needs a JDK of 17 or newer, Maven, g++, and ROCm of 5.2 or newer.
set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
report=$PWD/hip-report.txt
failed=()

step() {
  local name=$1
  shift
  echo "== $name: $*" | tee -a "$report"
  if timeout 3600 "$@" >>"$report" 2>&1; then
    echo "ok: $name" | tee -a "$report"
  else
    echo "FAILED: $name" | tee -a "$report"
    failed+=("$name")
  fi
}

: >"$report"
step machine sh -c 'uname -a; java -version; mvn -version; g++ --version; ls -l /dev/kfd /dev/dri; cat /opt/rocm/.info/version'
step devices sh -c 'rocminfo || hipconfig'
step build mvn -B -q -DskipTests install
# Without a shim: AMD's own libraries. A missing device is a failure here. The wavefront is that of the device.
step contract mvn -B -pl backend-hip surefire:test@default-test -Dtest='Hip*ContractTest*,HipLoopTest,HipConjugateGradientTest,HipInteropTest' \
  -Dsporos.hip.shim= -Dsporos.test.jvmArgs='-Dsporos.contract.required=hip'
step libraries mvn -B -pl backend-hip surefire:test@default-test -Dtest=RealHipTest -Dsporos.hip.shim=
step bundle mvn -B -q -Pbundle -DskipTests package
step samples bash target/bundle/run samples --space=hip
step long bash target/bundle/run tests hip --long -n '.*Hip.*ContractTest'
step times bash target/bundle/run java org.sporos.hip.LaunchTimes hip:0

if ((${#failed[@]} == 0)); then
  echo "All of it passed." | tee -a "$report"
else
  echo "FAILED: ${failed[*]}" | tee -a "$report"
fi
echo "Please open an issue with $report."
((${#failed[@]} == 0))
