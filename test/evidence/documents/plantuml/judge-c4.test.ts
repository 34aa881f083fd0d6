import { describe, expect, test } from 'vitest';
import { judgeC4 } from '../../../../src/evidence/documents/plantuml/judge-c4.ts';

const judge = (source: string) => judgeC4(source.split('\n').map((text, at) => ({ line: at + 1, text })));

const SMALL = `@startuml
!include <C4/C4_Context>
Person(user, "User")
System(gate, "Gate", "Decides")
Rel(user, gate, "asks")
@enduml`;

const DEPLOYMENT = `@startuml "live"
!include https://raw.githubusercontent.com/plantuml-stdlib/C4-PlantUML/v2.13.0/C4_Deployment.puml
!include <tupadr3/devicons/nodejs>
' a remark { with a brace
/' a longer one
   Rel(nobody, nothing, "x") '/
title Deployment of "Bank" (live)
left to right direction
skinparam rectangle<<node>> {
  Shadowing true
}
AddElementTag("fallback", $bgColor="#c0c0c0")
WithoutPropertyHeader()
Deployment_Node(plc, "Live", "Bank", "A data center"){
    AddProperty("Location", "London and Reading")
    Deployment_Node_L(dn, "api***\\tx8", "Linux", "Accessed via (F5)"){
        Container(api, "API", "Node.js", "Answers, by JSON", $tags="fallback", $sprite="nodejs")
    }
    ContainerDb(db, "Database", "SQL")
}
Person_Ext($alias="customer", $label="Customer")
note right of api : it { answers }
note left of db
  Rel(ghost, db, "in a note")
end note
legend right
  any words
endlegend
Rel_D(customer, api, "calls", "HTTPS")
BiRel_R(api, db, "reads")
Lay_U(db, api)
SHOW_LEGEND()
@enduml`;

const DYNAMIC = `!include <C4/C4_Dynamic>
Component(a, A)
Container_Boundary(q, "Q") {
  Component(b, "B")
}
RelIndex_D(Index()-1, a, b, "asks")
Rel(b, q, "is in", $index=SetIndex(5))`;

const SEQUENCE = `@startuml
!include <C4/C4_Sequence>
Container(a, "A")
Container_Boundary(b, "B")
  Component(c, "C")
Boundary_End()
Rel(a, c, "asks")
@enduml`;

describe('a C4 diagram in PlantUML', () => {
  test.each([
    ['of the least that says something', SMALL],
    ['of a deployment', DEPLOYMENT],
    ['of steps, without @startuml', DYNAMIC],
    ['of a sequence', SEQUENCE],
  ])('%s is valid', (_, source) => expect(judge(source)).toBe(null));

  test.each([
    [
      'has a title alone',
      '@startuml\n!include <C4/C4_Context>\ntitle Gates\n@enduml',
      'it has no relation between two different elements',
    ],
    ['has no relation', SMALL.replace(/^Rel.*\n/m, ''), 'it has no relation between two different elements'],
    [
      'relates a thing to itself',
      SMALL.replace('(user, gate', '(gate, gate'),
      'it has no relation between two different elements',
    ],
    [
      'relates to nothing declared',
      SMALL.replace('(user, gate', '(user, ghost'),
      'line 5: a relation uses "ghost", which is not declared',
    ],
    [
      'relates from nothing declared',
      SMALL.replace('(user, gate', '(ghost, gate'),
      'line 5: a relation uses "ghost", which is not declared',
    ],
    [
      'declares in a comment',
      SMALL.replace('Person(', "' Person("),
      'line 5: a relation uses "user", which is not declared',
    ],
    [
      'declares in a note',
      SMALL.replace('Person(user, "User")', 'note left of gate\nPerson(user, "User")\nend note'),
      'line 7: a relation uses "user", which is not declared',
    ],
    ['has a relation without a word', SMALL.replace(', "asks"', ''), 'line 5: Rel needs two aliases and a label'],
    ['has an element without a label', SMALL.replace(', "User"', ''), 'line 3: Person needs an alias and a label'],
    ['leaves a brace open', SMALL.replace('Rel(', 'System_Boundary(b, "B") {\nRel('), 'line 5: a brace is not closed'],
    ['closes a brace twice', SMALL.replace('Rel(', '}\nRel('), 'line 5: a closing brace has no opening one'],
    ['has no end', SMALL.replace('\n@enduml', ''), 'it is not between @startuml and @enduml'],
    ['has no beginning', SMALL.replace('@startuml\n', ''), 'it is not between @startuml and @enduml'],
    ['goes on behind its end', `${SMALL}\nPerson(late, "Late")`, 'it is not between @startuml and @enduml'],
    ['never ends its legend', SMALL.replace('Rel(', 'legend\nRel('), 'line 5: "legend" has no end'],
  ])('that %s is not valid', (_, source, reason) => expect(judge(source)).toEqual({ verdict: 'invalid', reason }));

  const NO_C4 = 'only C4 diagrams are supported in PlantUML, and it does not include C4-PlantUML';
  test.each([
    ['is no C4', '@startuml\nAlice -> Bob : hello\n@enduml', NO_C4],
    ['is empty', '', NO_C4],
    ['includes the library in a comment', SMALL.replace('!include', "' !include"), NO_C4],
    [
      'takes the library from another host',
      SMALL.replace('<C4/C4_Context>', 'https://example.org/C4_Context.puml'),
      NO_C4,
    ],
    ['includes a library that there is not', SMALL.replace('C4_Context>', 'C4_Nothing>'), NO_C4],
    [
      'uses a word of a library that it does not include',
      SMALL.replace('System(', 'Container('),
      'line 4: "Container(gate, "Gate", "Decides")" is not supported',
    ],
    [
      'uses a word before its library',
      SMALL.replace('!include <C4/C4_Context>\nPerson(user, "User")', 'Person(user, "User")\n!include <C4/C4_Context>'),
      'line 2: "Person(user, "User")" is not supported',
    ],
    ['draws beside C4', SMALL.replace('Rel(', 'user --> ghost\nRel('), 'line 5: "user --> ghost" is not supported'],
    [
      'has macros of its own',
      SMALL.replace('Rel(', '!procedure Rel($a, $b, $c)\n!endprocedure\nRel('),
      'line 5: "!procedure Rel($a, $b, $c)" is not supported',
    ],
    [
      'calls what closes nowhere',
      SMALL.replace('"asks")', '"asks)'),
      'line 5: "Rel(user, gate, "asks)" is not supported',
    ],
    [
      'has a theme of PlantUML that is a condition',
      SMALL.replace('Rel(', '!if (1 == 2)\nRel('),
      'line 5: "!if (1 == 2)" is not supported',
    ],
  ])('that %s is unchecked', (_, source, reason) => expect(judge(source)).toEqual({ verdict: 'unchecked', reason }));
});
