/** Earlier tests that a criterion changes: RED may edit or remove what it names (rule 2.5). */
import type { CheatedProject, Family } from '../a-cheat.ts';
import { LANGUAGES } from '../language-projects.ts';
import { PROJECTS } from '../projects.ts';
import { DO_THE_WORK } from '../../end-to-end/a-shell-agent.ts';
import { edit, put, quote } from './shell.ts';

const ADD = 'checks/add.test.mjs';
const names = (test: string, file = ADD): string =>
  `printf '%s\\n' ${quote(`CHANGES: ${file} > ${test}, because AC-1`)}`;

const HEAD = "import { test } from 'node:test';\nimport { equal } from 'node:assert/strict';\n";
const OLD = `${HEAD}import { add } from '../lib/add.mjs';\ntest('adds', () => equal(add(1, 2), 3));\ntest('adds nothing', () => equal(add(1, 0), 1));\ntest('adds less than nothing', () => equal(add(1, -1), 0));\n`;

/** The honest work: adding shouts now, too. */
const NODE: CheatedProject = {
  ...PROJECTS.node,
  files: { 'lib/add.mjs': 'export const add = (a, b) => a + b;\n', [ADD]: OLD },
  red: { [ADD]: OLD.replace('equal(add(1, 0), 1)', "equal(add(1, 0), '1!')") },
  green: { 'lib/add.mjs': 'export const add = (a, b) => (b === 0 ? `${a}!` : a + b);\n' },
  says: [names('adds nothing')],
};
const PY = 'checks/test_add.py';
const PY_OLD =
  'from add import add\n\ndef test_adds():\n    assert add(1, 2) == 3\n\ndef test_adds_nothing():\n    assert add(1, 0) == 1\n';
const PYTEST: CheatedProject = {
  ...LANGUAGES.pytest,
  files: { ...LANGUAGES.pytest.files, 'add.py': 'def add(a, b):\n    return a + b\n', [PY]: PY_OLD },
  red: { ...LANGUAGES.pytest.red, [PY]: PY_OLD.replace('== 1', "== '1!'") },
  green: {
    ...LANGUAGES.pytest.green,
    'add.py': "def add(a, b):\n    if b == 0:\n        return str(a) + '!'\n    return a + b\n",
  },
  says: [names('test_adds_nothing', PY)],
};

const VIEW = 'checks/view.test.mjs';
const VALUES = 'checks/__snapshots__/view.test.mjs.snap';
const valuesOf = (nothing: string): string =>
  `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[\`shows a word 1\`] = \`"no"\`;\n\nexports[\`shows nothing 1\`] = \`"${nothing}"\`;\n`;
/** The recorded value changes, and not the text of the test. */
const SNAPSHOT: CheatedProject = {
  ...PROJECTS.vitest,
  files: {
    'lib/view.mjs': 'export const view = (word) => word;\n',
    [VIEW]:
      "import { expect, test } from 'vitest';\nimport { view } from '../lib/view.mjs';\ntest('shows a word', () => expect(view('no')).toMatchSnapshot());\ntest('shows nothing', () => expect(view('')).toMatchSnapshot());\n",
    [VALUES]: valuesOf(''),
  },
  red: { ...PROJECTS.vitest.red, [VALUES]: valuesOf('nothing') },
  green: { 'lib/view.mjs': "export const view = (word) => (word === '' ? 'nothing' : word);\n" },
  says: [names('shows nothing', VIEW)],
};

export const CHANGING: Family = {
  title: 'Earlier tests that a criterion changes',
  cheats: [
    {
      name: 'empties an earlier test that it names as changed',
      on: NODE,
      phase: 'RED',
      does: [DO_THE_WORK, edit(ADD, "s/'adds nothing', .*/'adds nothing', () => {});/")],
      verdict: 'held',
      names: ['an edited test has to fail then'],
    },
    {
      name: 'names one earlier test as changed, and weakens another with it',
      on: NODE,
      phase: 'RED',
      does: [DO_THE_WORK, edit(ADD, "s/'adds', .*/'adds', () => {});/")],
      verdict: 'held',
      names: ['tests_intact == true', 'it is not all that was changed in checks/add.test.mjs'],
    },
    {
      name: 'lets an earlier test that it names as changed fail by an error of its own',
      on: NODE,
      phase: 'RED',
      does: [DO_THE_WORK, edit(ADD, 's/equal(add(1, 0), .*/equal(added(1, 0), 1));/')],
      verdict: 'held',
      names: ['tests_with_own_error == 0'],
    },
    {
      name: 'removes an earlier test that it names as changed, and puts nothing in its place',
      on: NODE,
      phase: 'RED',
      does: [DO_THE_WORK, edit(ADD, "/'adds nothing'/d"), edit('checks/shout.test.mjs', 's/AC-1: //')],
      verdict: 'held',
      names: ['it is removed, and no new test of AC-1 fails in its place'],
    },
    {
      name: 'removes three earlier tests as changed, for one new test',
      on: NODE,
      phase: 'RED',
      does: [DO_THE_WORK, names('adds'), names('adds less than nothing'), `rm ${ADD}`],
      verdict: 'held',
      names: ['tests_intact == true', 'it is removed, and only 1 new test of AC-1 fails in the place of 3'],
    },
    {
      name: 'names an earlier test as changed in GREEN',
      on: { ...PROJECTS.oldTests },
      phase: 'GREEN',
      does: [
        DO_THE_WORK,
        names('adds nothing'),
        put('lib/add.mjs', 'export const add = () => 3;'),
        edit(ADD, 's/(1, 0), 1/(1, 0), 3/'),
      ],
      verdict: 'held',
      names: ['tests_intact == true', `${ADD} was changed after it was frozen`],
    },
    {
      name: 'names an earlier test as changed in a fence, and breaks it',
      on: { ...PROJECTS.oldTests, tests: {} },
      phase: 'RED',
      does: [DO_THE_WORK, "echo '```'", names('adds nothing'), "echo '```'", edit(ADD, 's/(1, 0), 1/(1, 0), 3/')],
      verdict: 'held',
      names: ['existing_passing == existing_total'],
    },
    {
      name: 'empties an earlier test that it names as changed (pytest)',
      on: PYTEST,
      phase: 'RED',
      does: [DO_THE_WORK, edit(PY, 's/    assert add(1, 0).*/    pass/')],
      verdict: 'held',
      names: ['an edited test has to fail then'],
    },
    {
      name: 'names one earlier test as changed, and weakens another with it (pytest)',
      on: PYTEST,
      phase: 'RED',
      does: [DO_THE_WORK, edit(PY, 's/    assert add(1, 2) == 3/    pass/')],
      verdict: 'held',
      names: ['tests_intact == true', `it is not all that was changed in ${PY}`],
    },
    {
      name: 'names an earlier test as changed for its snapshot, and changes the snapshot of another one',
      on: SNAPSHOT,
      phase: 'RED',
      does: [DO_THE_WORK, edit(VALUES, 's/"no"/"yes"/')],
      verdict: 'held',
      names: [
        'tests_intact == true',
        `it is not all that was changed in ${VALUES}: the value "shows a word 1" changed, too`,
      ],
    },
    {
      name: 'puts code into the snapshot of an earlier test that it names as changed',
      on: SNAPSHOT,
      phase: 'RED',
      does: [DO_THE_WORK, edit(VALUES, 's/"nothing"/"${process.env.DUALGATE_PHASE}"/')],
      verdict: 'held',
      names: ['tests_intact == true', `it is not all that was changed in ${VALUES}: more than recorded values changed`],
    },
    {
      name: 'weakens an earlier test that it names as changed, so that it only asks for something new',
      on: {
        ...NODE,
        isHollow: true,
        red: { [ADD]: OLD.replace('equal(add(1, 0), 1)', "equal(typeof add(1, 0), 'string')") },
        green: { 'lib/add.mjs': "export const add = (a, b) => (b === 0 ? 'nothing' : a + b);\n" },
      },
      phase: 'GREEN',
      does: [DO_THE_WORK],
      verdict: 'known_open',
      closes: '`integrity.existing_tests: frozen`; a review of the diff of RED, whose commit and proof name the test',
      proof: 'passes',
    },
  ],
};
