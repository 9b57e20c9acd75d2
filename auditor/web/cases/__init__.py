"""The pages of cases: the list, the page of one case, and the forms for the acts of people on a case.

| module | does |
| --- | --- |
| `reading` | reads a case as the visitor may see it |
| `case_values` | the values of the page of a case, and the same facts for JSON |
| `hand_facts` | the pinned hand: its steps, findings and settlement without the names of players |
| `case_list` | the rows and the filters of the list |
| `acting` | does an act that a form asks for; if the act is refused, shows the page again with the typed texts |
| `act_words` | the words of buttons and notices for each act |
| `amounts` | reads amounts and whole numbers that people typed |
| `downloads` | sends a file of a case as a download |
| `claim_form` | reads the form that opens a case |
| `ruling_form` | the form of a ruling: its draft from the settlement, and the ruling that a person typed |
"""
