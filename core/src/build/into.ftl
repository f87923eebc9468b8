[#--
The methods "into" of a reducer, for each type that it takes.

  result      the views of the result in words
  parameters  what the methods take between the view of the result and the contribution; *Type and *type stand for the type
  arguments   what they pass on for it
--]
[#macro into types result="a view of rank 0" parameters="" arguments=""]
[#list types as t]
[#list [
    {"of": "each index of a RangePolicy", "method": "into", "body": "Range"},
    {"of": "each index pair of an MDRangePolicy", "method": "into", "body": "Range2"},
    {"of": "each index triple of an MDRangePolicy", "method": "into", "body": "Range3"},
    {"of": "each index quadruple of an MDRangePolicy", "method": "into", "body": "Range4"},
    {"of": "each index of a LongRangePolicy", "method": "intoLongRange", "body": "LongRange"},
    {"of": "each team of a TeamPolicy", "method": "intoTeam", "body": "Team"}
] as m]

    /** Reduces what ${m.of} contributes into ${result}. */
    public Reduction ${m.method}(
            ${t.View!t.Type}View result, ${parameters?replace("*Type", t.Type)?replace("*type", t.type!"")}${t.Type}Contribution.${m.body} contribution) {
        return reduction(result, ${arguments}contribution);
    }
[/#list]
[/#list]
[/#macro]
