[#-- What each template has: the element types of each kind, and what is written once for all templates. --]
[#assign views = types?filter(t -> t.view)]
[#assign params = types?filter(t -> t.param)]
[#assign contributions = types?filter(t -> t.contribution)]
[#assign reductions = types?filter(t -> t.reduction)]
[#assign reals = reductions?filter(t -> t.real)]
[#assign integers = reductions?filter(t -> !t.real)]
[#assign accumulators = types?filter(t -> t.accumulator)]
[#-- The ranks of views, each with the parameters and arguments of its indexes, its offset, and an element in words. --]
[#assign ranks = [
    {"ints": "", "indexes": "", "position": "position(0, 0, 0, 0, 0)", "element": "the only element of a view of rank 0"},
    {"ints": "int i", "indexes": "i", "position": "position(1, i, 0, 0, 0)", "element": "element (i) of a view of rank 1"},
    {"ints": "int i, int j", "indexes": "i, j", "position": "position(2, i, j, 0, 0)", "element": "element (i, j) of a view of rank 2"},
    {"ints": "int i, int j, int k", "indexes": "i, j, k", "position": "position(3, i, j, k, 0)", "element": "element (i, j, k) of a view of rank 3"},
    {"ints": "int i, int j, int k, int l", "indexes": "i, j, k, l", "position": "position(4, i, j, k, l)", "element": "element (i, j, k, l) of a view of rank 4"}
]]
[#-- The parameters of indexes before others. --]
[#function leading ints]
[#return ints?has_content?then(ints + ", ", "")]
[/#function]
[#-- A cell of the table whose * stands for an argument. --]
[#function apply cell argument]
[#return cell?replace("*", argument)]
[/#function]
[#-- A file for each type, named by its own file, in which $Type$ stands for the type. --]
[#macro perType types]
[@pp.dropOutputFile/]
[#list types as t]
[@pp.changeOutputFile name=pp.sourceFileName?replace("$Type$", t.Type)/]
// Generated from ${pp.sourceFile}
[#nested t]
[/#list]
[/#macro]
[#if !pp.sourceFileName?contains("$Type$")]
// Generated from ${pp.sourceFile}
[/#if]
