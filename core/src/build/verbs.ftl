[#--
The kinds of nodes, and how the methods that make them look. A template that includes this file defines two names: the
macro "verb" writes a method, and "by" tells whose methods these are: nodes, tasks or calls.

  task     the method of Task; that of EagerCalls, too, where eager is true
  node     the method of NodeRef
  takes    the parameters after the label
  makes    the task
  returns  its type
--]
[#function signature head takes]
[#local line = "    " + head + "(String label, " + takes + ") {"]
[#local gap = ",\n            "]
[#return (line?length <= 120)?then(line,
    "    " + head + "(\n            String label" + gap + takes?replace(", ", gap) + ") {")]
[/#function]
[#-- The text of a javadoc comment, as wide as it is written. --]
[#macro javadoc]
[#local text][#nested][/#local]
[#local lines = text?trim?split("\n")]

[#if lines?size == 1 && text?trim?length < 110]
    /** ${text?trim} */
[#else]
    /**
[#list lines as line]
     *${line?has_content?then(" ", "")}${line}
[/#list]
     */
[/#if]
[/#macro]
[@verb task="parallelFor" eager=true returns="BodyTask<RangeBody>" takes="int n, RangeBody body"
    makes="tasks.loop(label, n, body)"]
Calls a body once per index of {@code [0, n)}.
[/@verb]
[@verb task="parallelFor" eager=true returns="BodyTask<LongRangeBody>" takes="Long n, LongRangeBody body"
    makes="tasks.loop(label, n, body)"]
Calls a body once per index of {@code [0, n)}, where n is a long. Boxed: an int picks the body of int indexes.
[/@verb]
[@verb task="parallelFor" eager=true returns="BodyTask<RangeBody>" takes="RangePolicy policy, RangeBody body"
    makes="tasks.loop(label, policy, body)"]
Calls a body once per index of a range.
[/@verb]
[@verb task="parallelFor" eager=true returns="BodyTask<RangeBody>" takes="IndexSet set, RangeBody body"
    makes="tasks.loop(label, set, body)"]
Calls a body once per element of an index set.
[/@verb]
[@verb task="parallelFor" eager=true returns="BodyTask<LongRangeBody>" takes="LongRangePolicy policy, LongRangeBody body"
    makes="tasks.loop(label, policy, body)"]
Calls a body once per index of a range of longs.
[/@verb]
[@verb task="parallelFor" eager=true returns="BodyTask<RangeBody2>" takes="MDRangePolicy policy, RangeBody2 body"
    makes="tasks.loop(label, policy, body)"]
Calls a body once per index pair of a box.

@throws GraphException if the box is not of rank 2
[/@verb]
[@verb task="parallelFor" eager=true returns="BodyTask<RangeBody3>" takes="MDRangePolicy policy, RangeBody3 body"
    makes="tasks.loop(label, policy, body)"]
Calls a body once per index triple of a box.

@throws GraphException if the box is not of rank 3
[/@verb]
[@verb task="parallelFor" eager=true returns="BodyTask<RangeBody4>" takes="MDRangePolicy policy, RangeBody4 body"
    makes="tasks.loop(label, policy, body)"]
Calls a body once per index quadruple of a box.

@throws GraphException if the box is not of rank 4
[/@verb]
[@verb task="parallelFor" eager=true returns="BodyTask<TeamBody>" takes="TeamPolicy policy, TeamBody body"
    makes="tasks.loop(label, policy, body)"]
Calls a body once per member of each team of a league.
[/@verb]
[@verb task="parallelReduce" eager=true takes="Policy policy, Reduction... reductions"
    makes="tasks.reduce(label, policy, reductions)"]
Reduces what the indexes of a policy contribute, several results at once.

@throws GraphException if there is no reduction, or one is made for another kind of policy
[/@verb]
[#list reductions as t]
[@verb task="parallelScan" eager=true takes="RangePolicy policy, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer, Scan.Of${t.Type} scan"
    makes="tasks.scan(label, policy, contribution, consumer, scan)"]
Hands the prefix sum of each index of a range, as ${t.type}s in one fixed order, to a consumer.
[/@verb]
[@verb task="parallelScan" eager=true takes="IndexSet set, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer, Scan.Of${t.Type} scan"
    makes="tasks.scan(label, set, contribution, consumer, scan)"]
Hands the prefix sum of each element of an index set, in list order and as ${t.type}s in one fixed order, to a
consumer.
[/@verb]
[@verb task="parallelScan" eager=true takes="LongRangePolicy policy, ${t.Type}Contribution.LongRange contribution, ${t.Type}ScanBody.LongRange consumer, Scan.Of${t.Type} scan"
    makes="tasks.scan(label, policy, contribution, consumer, scan)"]
Hands the prefix sum of each index of a range, as ${t.type}s in one fixed order, to a consumer.
[/@verb]
[/#list]
[@verb task="single" node="then" returns="BodyTask<SingleBody>" takes="SingleBody body"
    makes="tasks.single(label, body)"]
Calls a body once, on the device.
[/@verb]
[@verb task="host" takes="Runnable body" makes="tasks.host(label, List.of(), body)"]
Calls any Java code once, on the CPU. It must not call fence, submit or deepCopy. The views that it touches are
unknown to the race check; the other forms declare them.
[/@verb]
[@verb task="host" takes="Access access, Runnable body" makes="tasks.host(label, Arrays.asList(access), body)"]
Calls any Java code once, on the CPU, which touches the declared views.
[/@verb]
[@verb task="host" takes="Access first, Access second, Runnable body"
    makes="tasks.host(label, Arrays.asList(first, second), body)"]
Calls any Java code once, on the CPU, which touches the declared views.
[/@verb]
[@verb task="host" takes="Collection<Access> accesses, Runnable body" makes="tasks.host(label, accesses, body)"]
Calls any Java code once, on the CPU, which touches the declared views.
[/@verb]
[@verb task="deepCopy" eager=true takes="View to, View from" makes="tasks.copy(label, to, from)"]
Copies the elements of one view to another of equal extents, also between memory spaces and layouts.
[/@verb]
[#list views as t]
[@verb task="fill" eager=true takes="${t.Type}View view, ${t.type} value"
    makes="tasks.fill(label, view, ElementValue.of(value))"]
Sets each element of a view.
[/@verb]
[/#list]
[#list params as t]
[@verb task="fill" eager=true takes="${t.Type}View view, ${t.Type}Param value"
    makes="ParamFills.of(tasks, label, view, value)"]
[#if by == "calls"]
Sets each element of a view to the value that a param has now, in a recorded graph at its submits.
[#else]
Sets each element of a view to the value that a param has at the submit: a loop over its elements.
[/#if]

@throws GraphException if an extent of a view of rank 2 or more is no int
[/@verb]
[/#list]
[@verb task="graph" takes="Graph graph" makes="tasks.of(label, graph, Work.SubGraph::new)"]
Runs all nodes of another graph.
[#if by == "nodes"]

@throws GraphException if more than 100 graphs lie in each other
[/#if]
[/@verb]
[@verb task="capture" takes="Capture capture" makes="tasks.of(label, capture, Work.Captured::new)"]
Does what a capture describes for the space that the graph is instantiated on.
[/@verb]
[@verb task="ifThen" node="thenIf" takes="Condition condition, Graph graph"
    makes="tasks.branch(label, condition, graph)"]
Runs a graph if a condition holds, which is evaluated on the device.
[/@verb]
[@verb task="ifThen" node="thenIf" takes="Condition condition, Consumer<? super NodeRef> body"
    makes="tasks.branch(label, condition, tasks.graph(label, body))"]
Runs the nodes that a body adds if a condition holds, which is evaluated on the device. The body is called once, now,
as the definition of {@link Graph#define} is.
[/@verb]
[@verb task="ifThen" node="thenIf" takes="Condition condition, Graph graph, Graph otherwise"
    makes="tasks.branch(label, condition, graph, otherwise)"]
Runs one graph if a condition holds, which is evaluated on the device, else another.
[/@verb]
[@verb task="whileLoop" node="thenWhile" takes="Condition condition, Graph graph"
    makes="tasks.loop(label, condition, graph, Integer.MAX_VALUE, null)"]
Runs a graph while a condition holds, which is evaluated on the device before each iteration.
[/@verb]
[@verb task="whileLoop" node="thenWhile" takes="Condition condition, Consumer<? super NodeRef> body"
    makes="tasks.loop(label, condition, tasks.graph(label, body), Integer.MAX_VALUE, null)"]
Runs the nodes that a body adds while a condition holds, which is evaluated on the device before each iteration. The body is
called once, now, as the definition of {@link Graph#define} is.
[/@verb]
[@verb task="whileLoop" node="thenWhile" takes="Condition condition, Consumer<? super NodeRef> body, int maxIterations"
    makes="tasks.loop(label, condition, tasks.graph(label, body), maxIterations, null)"]
Runs the nodes that a body adds while a condition holds; that it still holds after maxIterations iterations is a failure of the
run.

@throws GraphException if maxIterations is negative
[/@verb]
[@verb task="whileLoop" node="thenWhile" takes="Condition condition, Consumer<? super NodeRef> body, int maxIterations, IntView iterations"
    makes="tasks.loop(label, condition, tasks.graph(label, body), maxIterations, tasks.check(label, iterations))"]
Runs the nodes that a body adds while a condition holds; that it still holds after maxIterations iterations is a failure of the
run.

@param iterations a view of rank 0 that takes the number of iterations
@throws GraphException if maxIterations is negative
[/@verb]
[@verb task="whileLoop" node="thenWhile" takes="Condition condition, Graph graph, int maxIterations"
    makes="tasks.loop(label, condition, graph, maxIterations, null)"]
Runs a graph while a condition holds; that it still holds after maxIterations iterations is a failure of the run.

@throws GraphException if maxIterations is negative
[/@verb]
[@verb task="whileLoop" node="thenWhile" takes="Condition condition, Graph graph, int maxIterations, IntView iterations"
    makes="tasks.loop(label, condition, graph, maxIterations, tasks.check(label, iterations))"]
Runs a graph while a condition holds; that it still holds after maxIterations iterations is a failure of the run.

@param iterations a view of rank 0 that takes the number of iterations
@throws GraphException if maxIterations is negative
[/@verb]
[@verb task="switchCase" node="thenSwitch" takes="Selector selector, Graph... graphs"
    makes="tasks.choice(label, selector, graphs)"]
Runs the graph whose index a selector gives, which is evaluated on the device; none if it names none.
[/@verb]
[@verb task="advance" takes="ViewRing<?> ring"
    makes="tasks.of(label, ring, turned -> new Work.Advance(turned.state(), turned.views()))"]
Turns the levels of a ring, for the nodes after this one and for runs that are submitted later. A node that
touches a level must be ordered before it or after it. Behind a conditional whose body turns a ring the levels
keep their elements, and the ring has its position from before it.
[/@verb]
[@verb task="recordEvent" takes="Event event" makes="tasks.of(label, event, Work.RecordEvent::new)"]
Records an event: it happens when this node has ended.
[/@verb]
[@verb task="waitEvent" takes="Event event" makes="tasks.of(label, event, Work.AwaitEvent::new)"]
Waits for the last record of an event that was submitted before this graph was. Blocks no thread.
[/@verb]
[@verb task="signalSemaphore" takes="ExternalSemaphore semaphore, long value"
    makes="tasks.of(label, semaphore, known -> new Work.SignalSemaphore(known, value))"]
Raises a semaphore to at least a value.
[/@verb]
[@verb task="waitSemaphore" takes="ExternalSemaphore semaphore, long value"
    makes="tasks.of(label, semaphore, known -> new Work.WaitSemaphore(known, value))"]
Waits until a semaphore has at least a value. Blocks no thread.
[/@verb]
