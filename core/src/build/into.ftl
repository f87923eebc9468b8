[#--
The methods "into" of a reducer, for each type that it takes.

  result      the views of the result in words
  parameters  what the methods take between the view of the result and the contribution; *Type and *type stand for the type
  arguments   what they pass on for it
--]
[#macro into types result="a view of rank 0" parameters="" arguments=""]
[#list types as t]
[#list [
    {"of": "the indexes of a RangePolicy", "method": "into", "body": "Range"},
    {"of": "the index pairs of an MDRangePolicy", "method": "into", "body": "Range2"},
    {"of": "the index triples of an MDRangePolicy", "method": "into", "body": "Range3"},
    {"of": "the index quadruples of an MDRangePolicy", "method": "into", "body": "Range4"},
    {"of": "the indexes of a LongRangePolicy", "method": "intoLongRange", "body": "LongRange"},
    {"of": "the teams of a TeamPolicy", "method": "intoTeam", "body": "Team"}
] as m]

    /** Reduces the contributions of ${m.of} into ${result}. */
    public Reduction ${m.method}(
            ${t.View!t.Type}View result, ${parameters?replace("*Type", t.Type)?replace("*type", t.type!"")}${t.Type}Contribution.${m.body} contribution) {
        return reduction(result, ${arguments}contribution);
    }
[/#list]
[/#list]
[/#macro]
