"""Stores cases: claims, the acts of people, evidence, rulings and the ledger of owed chips.

The rules of the procedure are in `auditor.disputes`. The triggers of the database check the same rules again, so that
two people who act at the same moment cannot break them.

| module | does |
| --- | --- |
| `people` | who acts (`Actor`), and the relations of this person to a case |
| `cases` | opens a case with its parties and its claim; the times that a venue allows |
| `acts` | stores an act; each act names the state and the last act that the person had seen (`Seen`) |
| `parties` | secret links of parties, and looks at their names |
| `claim_links` | the links with which players without an account file claims |
| `evidence` | files as evidence |
| `pins` | pins a hand to a case: record, house, findings and settlement |
| `decisions` | the proposal, the second and the third decision, and the rulings |
| `remedies` | opens the ledger of a ruling, and records payments, waivers and reversals |
| `time_limits` | whether the claim is in time, from the stored hands of the table |

`auditor.store.queries.cases` has the list of cases, and `auditor.store.queries.case_detail` one case as a reader may
see it.
"""
