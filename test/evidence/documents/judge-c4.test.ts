import { describe, expect, test } from 'vitest';
import { judgeC4Plantuml, judgeWorkspace } from '../../../src/evidence/documents/judge-c4.ts';

const linesOf = (source: string) => source.split('\n').map((text, at) => ({ line: at + 1, text }));

describe('a workspace in Structurizr DSL', () => {
  const judge = (source: string) => judgeWorkspace(linesOf(source));

  const SMALL = `workspace "Gates" {
    model {
        user = person "User"
        gate = softwareSystem "Gate" "Decides"
        user -> gate "asks"
    }
    views {
        systemContext gate "context" {
            include *
            autoLayout lr
        }
    }
}`;

  const BANK = `/* A bank,
   in full */
workspace "Bank" "An example" {
    !identifiers hierarchical
    !const OWNER "Bank"
    name "Bank"
    properties {
        "structurizr.groupSeparator" "/"
    }

    model {
        # people
        customer = person "Customer" "Has \\"money\\"" "External, Person"
        group "Big \${OWNER}" {
            mail = softwareSystem "Mail"
            core = SoftwareSystem "Core" {
                description """
                    unbalanced { and -> in a text block
                """
                api = container "API" "Answers" \\
                    "Node.js" {
                    sign = component "Sign in"
                    store = component "Store"
                    sign -> store "asks"
                    -> mail "sends by"
                    this -> customer
                }
                db = container "Database"
                api.store -> db "reads"
                url https://example.org
            }
        }
        visits = customer -> core.api.sign "signs in at" "HTTPS" {
            tags "Important"
        }
        customer -> mail

        live = deploymentEnvironment "Live" {
            blue = deploymentGroup "Blue"
            host = deploymentNode "Host" "" "Linux" {
                instance = containerInstance core.api blue
                data = deploymentNode "Data" {
                    containerInstance core.db
                    infrastructureNode "Firewall"
                }
            }
        }
        !element mail {
            -> customer "writes to"
        }
    }

    views {
        systemLandscape "all" {
            include *
            animation {
                customer
                core
            }
        }
        container core {
            include customer mail "->core.api->" element.type==Container
            exclude "customer -> mail"
        }
        component core.api {
            default
        }
        dynamic core "flow" {
            1: customer -> core.api "asks"
            {
                {
                    visits "again"
                }
            }
            autoLayout
        }
        deployment core "Live" {
            include *
        }
        filtered "all" include "Person"
        image * "picture" {
            image logo.png
        }
        styles {
            element "Person" {
                shape person
            }
        }
        theme default
    }
    configuration {
        scope softwaresystem
    }
}`;

  test.each([
    ['of the least that says something', SMALL],
    ['of the whole language', BANK],
    [
      'of archetypes',
      SMALL.replace(
        'user = person',
        'archetypes {\n app = softwareSystem {\n tags "App"\n }\n sync = -> {\n technology "HTTPS"\n }\n }\n other = app "Other"\n user = person',
      ).replace('user -> gate "asks"', 'user -> gate "asks"\n gate --sync-> other'),
    ],
    ['with CR left at the ends of lines', SMALL.replaceAll('\n', '\r\n')],
    [
      'whose names and keywords are in any case',
      SMALL.replace('user -> gate', 'USER -> Gate').replace('workspace', 'Workspace'),
    ],
  ])('%s is valid', (_, source) => expect(judge(source)).toBe(null));

  const NO_RELATION = 'it has no relation between two different elements';
  test.each([
    ['is empty', '', 'it has no workspace'],
    ['is prose', 'We use a model.', 'it has no workspace'],
    ['has a title alone', 'workspace "Gates"', NO_RELATION],
    ['has no relation', SMALL.replace('user -> gate "asks"', ''), NO_RELATION],
    ['relates a thing to itself', SMALL.replace('user -> gate', 'gate -> gate'), NO_RELATION],
    ['has its relation in a comment', SMALL.replace('user ->', '// user ->'), NO_RELATION],
    ['has its relation in a long comment', SMALL.replace('user -> gate "asks"', '/*\nuser -> gate\n*/'), NO_RELATION],
    ['has its relation in a string', SMALL.replace('user -> gate "asks"', 'description "user -> gate"'), NO_RELATION],
    [
      'relates to nothing declared',
      SMALL.replace('user -> gate', 'user -> ghost'),
      'line 5: a relation uses "ghost", which is not declared',
    ],
    [
      'names a thing like what objects are made of',
      SMALL.replace('user -> gate', 'user -> constructor'),
      'line 5: a relation uses "constructor", which is not declared',
    ],
    [
      'has an element without a name',
      SMALL.replace('person "User"', 'person ""'),
      'line 5: a relation uses "user", which is not declared',
    ],
    ['leaves a brace open', SMALL.slice(0, -2), 'a brace is not closed'],
    ['closes a brace twice', `${SMALL}\n}`, 'line 14: a closing brace has no opening one'],
  ])('that %s is not valid', (_, source, reason) => expect(judge(source)).toEqual({ verdict: 'invalid', reason }));

  test.each([
    [
      'extends another',
      SMALL.replace('"Gates"', 'extends base.dsl'),
      'line 1: "workspace extends base.dsl {" is not supported',
    ],
    [
      'runs a script',
      SMALL.replace('user ->', '!script groovy {\n}\nuser ->'),
      'line 5: "!script groovy {" is not supported',
    ],
    [
      'hides a name in a constant',
      SMALL.replace('user -> gate', 'user -> ${GATE}'),
      'line 5: a relation uses a constant',
    ],
  ])('that %s is unchecked', (_, source, reason) => expect(judge(source)).toEqual({ verdict: 'unchecked', reason }));
});

describe('a C4 diagram in PlantUML', () => {
  const judge = (source: string) => judgeC4Plantuml(linesOf(source));

  const DIAGRAM = `@startuml
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

  test.each([
    ['of the least that says something', DIAGRAM],
    ['of a deployment', DEPLOYMENT],
    ['of steps, without @startuml', DYNAMIC],
    ['of a sequence', SEQUENCE],
  ])('%s is valid', (_, source) => expect(judge(source)).toBe(null));

  const NO_RELATION = 'it has no relation between two different elements';
  test.each([
    ['has a title alone', '@startuml\n!include <C4/C4_Context>\ntitle Gates\n@enduml', NO_RELATION],
    ['has no relation', DIAGRAM.replace(/^Rel.*\n/m, ''), NO_RELATION],
    ['relates a thing to itself', DIAGRAM.replace('(user, gate', '(gate, gate'), NO_RELATION],
    [
      'relates to nothing declared',
      DIAGRAM.replace('(user, gate', '(user, ghost'),
      'line 5: a relation uses "ghost", which is not declared',
    ],
    [
      'declares in a comment',
      DIAGRAM.replace('Person(', "' Person("),
      'line 5: a relation uses "user", which is not declared',
    ],
    [
      'declares in a note',
      DIAGRAM.replace('Person(user, "User")', 'note left of gate\nPerson(user, "User")\nend note'),
      'line 7: a relation uses "user", which is not declared',
    ],
    ['has no end', DIAGRAM.replace('\n@enduml', ''), 'it is not between @startuml and @enduml'],
    ['has text behind its end', `${DIAGRAM}\nPerson(late, "Late")`, 'it is not between @startuml and @enduml'],
    ['begins twice', DIAGRAM.replace('@enduml', '@startuml'), 'it is not between @startuml and @enduml'],
  ])('that %s is not valid', (_, source, reason) => expect(judge(source)).toEqual({ verdict: 'invalid', reason }));

  const NO_C4 = 'only C4 diagrams are supported in PlantUML, and it does not include C4-PlantUML';
  test.each([
    ['is no C4', '@startuml\nAlice -> Bob : hello\n@enduml', NO_C4],
    ['is empty', '', NO_C4],
    ['includes the library in a comment', DIAGRAM.replace('!include', "' !include"), NO_C4],
    [
      'takes the library from another host',
      DIAGRAM.replace('<C4/C4_Context>', 'https://example.org/C4_Context.puml'),
      NO_C4,
    ],
    [
      'has macros of its own',
      DIAGRAM.replace('Rel(', '!procedure Rel($a, $b, $c)\n!endprocedure\nRel('),
      'line 5: "!procedure Rel($a, $b, $c)" is not supported',
    ],
    ['is under a condition', DIAGRAM.replace('Rel(', '!if (1 == 2)\nRel('), 'line 5: "!if (1 == 2)" is not supported'],
  ])('that %s is unchecked', (_, source, reason) => expect(judge(source)).toEqual({ verdict: 'unchecked', reason }));
});
