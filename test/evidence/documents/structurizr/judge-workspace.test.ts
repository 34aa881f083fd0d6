import { describe, expect, test } from 'vitest';
import { judgeWorkspace } from '../../../../src/evidence/documents/structurizr/judge-workspace.ts';

const judge = (source: string) => judgeWorkspace(source.split('\n').map((text, at) => ({ line: at + 1, text })));

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

describe('a workspace in Structurizr DSL', () => {
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
      'whose keywords are in any case',
      SMALL.replaceAll(/workspace|model|views|include/g, (word) => word.toUpperCase()),
    ],
    ['whose names are in any case', SMALL.replace('user -> gate', 'USER -> Gate')],
  ])('%s is valid', (_, source) => expect(judge(source)).toBe(null));

  test.each([
    ['is empty', '', 'it does not begin with a workspace'],
    ['has a title alone', 'workspace "Gates"', 'it has no relation between two different elements'],
    ['is prose', 'We use a workspace.', 'it does not begin with a workspace'],
    ['has no relation', SMALL.replace('user -> gate "asks"', ''), 'it has no relation between two different elements'],
    [
      'relates a thing to itself',
      SMALL.replace('user -> gate', 'gate -> gate'),
      'it has no relation between two different elements',
    ],
    [
      'has its relation in a comment',
      SMALL.replace('user ->', '// user ->'),
      'it has no relation between two different elements',
    ],
    [
      'has its relation in a long comment',
      SMALL.replace('user -> gate "asks"', '/*\nuser -> gate\n*/'),
      'it has no relation between two different elements',
    ],
    [
      'relates to nothing declared',
      SMALL.replace('user -> gate', 'user -> ghost'),
      'line 5: a relation uses "ghost", which is not declared above',
    ],
    [
      'relates from nothing declared',
      SMALL.replace('user -> gate', 'ghost -> gate'),
      'line 5: a relation uses "ghost", which is not declared above',
    ],
    [
      'relates to what comes later',
      SMALL.replace('user -> gate "asks"', 'user -> late\nlate = person "Late"'),
      'line 5: a relation uses "late", which is not declared above',
    ],
    [
      'relates to no end',
      SMALL.replace('user -> gate "asks"', 'user ->'),
      'line 5: a relation uses "", which is not declared above',
    ],
    [
      'names a thing like what objects are made of',
      SMALL.replace('user -> gate', 'user -> constructor'),
      'line 5: a relation uses "constructor", which is not declared above',
    ],
    [
      'relates a part to its whole',
      SMALL.replace('"Decides"', '"Decides" {\n api = container "API"\n api -> gate\n}'),
      'line 6: a relation leads from an element to its own container',
    ],
    ['uses one name twice', SMALL.replace('gate = soft', 'user = soft'), 'line 4: the name "user" is taken'],
    [
      'has a container outside of a system',
      SMALL.replace('gate = softwareSystem', 'gate = container'),
      'line 4: a container is not allowed here',
    ],
    ['has an element without a name', SMALL.replace('person "User"', 'person ""'), 'line 3: a person has no name'],
    [
      'has an instance of nothing',
      SMALL.replace(
        'user -> gate',
        'deploymentEnvironment "L" {\ndeploymentNode "N" {\ncontainerInstance ghost\n}\n}\nuser -> gate',
      ),
      'line 7: it is an instance of "ghost", which is not declared above',
    ],
    ['has no views', SMALL.replace(/ {4}views[\s\S]*/, '}'), 'it has no views'],
    [
      'has views without a view',
      SMALL.replace(/ {4}views[\s\S]*/, 'views {\n}\n}'),
      'none of its views shows a relation',
    ],
    ['has a view that includes nothing', SMALL.replace('include *', ''), 'none of its views shows a relation'],
    [
      'has a view without a body',
      SMALL.replace(/systemContext[\s\S]*?\}/, 'systemContext gate'),
      'none of its views shows a relation',
    ],
    [
      'shows only what stands alone',
      SMALL.replace('user -> gate', 'lone = softwareSystem "Lone"\nuser -> gate').replace(
        'systemContext gate',
        'systemContext lone',
      ),
      'none of its views shows a relation',
    ],
    [
      'has a view of nothing',
      SMALL.replace('systemContext gate', 'systemContext ghost'),
      'line 8: a view of "ghost", which is not declared',
    ],
    [
      'has a view of the wrong kind',
      SMALL.replace('systemContext gate', 'systemContext user'),
      'line 8: a systemcontext view needs a softwaresystem, and "user" is not one',
    ],
    [
      'includes nothing declared',
      SMALL.replace('include *', 'include * ghost'),
      'line 9: include uses "ghost", which is not declared',
    ],
    [
      'includes nothing declared in an expression',
      SMALL.replace('include *', 'include ->ghost->'),
      'line 9: include uses "ghost", which is not declared',
    ],
    [
      'takes a step to nothing',
      SMALL.replace('systemContext gate', 'dynamic gate').replace('include *', 'user -> ghost'),
      'line 9: a step uses "ghost", which is not declared',
    ],
    [
      'deploys to no environment',
      SMALL.replace('systemContext gate "context"', 'deployment gate "Live"'),
      'line 8: the deployment environment "Live" is not declared',
    ],
    ['leaves a brace open', SMALL.slice(0, -2), 'line 1: a brace is not closed'],
    ['closes a brace twice', `${SMALL}\n}`, 'line 14: a closing brace has no opening one'],
    ['has two workspaces', `${SMALL}\n${SMALL}`, 'line 14: there is text after the workspace'],
    ['has a brace on a line of its own', SMALL.replace('model {', 'model\n{'), 'line 2: "model" has no braces'],
    [
      'has a brace in the middle of a line',
      SMALL.replace('model {', 'model { }'),
      'line 2: a brace must be the last word of its line',
    ],
    ['leaves a string open', SMALL.replace('"User"', '"User'), 'line 3: a string is not closed'],
    [
      'nests for ever',
      `workspace {\n${'group "x" {\n'.repeat(60)}`,
      'line 51: braces are nested more than 50 levels deep',
    ],
  ])('that %s is not valid', (_, source, reason) => expect(judge(source)).toEqual({ verdict: 'invalid', reason }));

  test.each([
    [
      'extends another',
      SMALL.replace('workspace "Gates"', 'workspace extends base.dsl'),
      'line 1: a workspace that extends another is not supported',
    ],
    [
      'runs a script',
      SMALL.replace('user ->', '!script groovy {\n}\nuser ->'),
      'line 5: !script is not supported: its content is unknown',
    ],
    [
      'takes in a plugin',
      SMALL.replace('user ->', '!plugin com.example.Adds\nuser ->'),
      'line 5: !plugin is not supported: its content is unknown',
    ],
    [
      'has a word that we do not know',
      SMALL.replace('user ->', 'microservice "x"\nuser ->'),
      'line 5: "microservice" is not supported here',
    ],
    [
      'has a view that we do not know',
      SMALL.replace('systemContext', 'mindmap'),
      'line 8: "mindmap" is not supported here',
    ],
    [
      'hides a name in a constant',
      SMALL.replace('user -> gate', 'user -> ${GATE}'),
      'line 5: ${GATE} cannot be resolved',
    ],
  ])('that %s is unchecked', (_, source, reason) => expect(judge(source)).toEqual({ verdict: 'unchecked', reason }));
});
