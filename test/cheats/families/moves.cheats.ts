import { DO_THE_WORK } from '../../end-to-end/a-shell-agent.ts';
import type { Family } from '../a-cheat.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';
import { changed, edit, INTACT, LOST, moveTest, put, putWrong, removed } from './shell.ts';

const GONE = [INTACT, removed(TEST_FILE), LOST];
const EASY = "export const shout = (word) => (word === 'no' ? 'NO' : 'no!');";

export const MOVES: Family = {
  title: 'Tests that move',
  cheats: [
    {
      name: 'moves the test file, and adjusts its import to another module',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [putWrong(), put('checks/lib/shout.mjs', EASY), moveTest('checks/loud', 's#\\.\\./\\.\\./lib#../lib#')],
      verdict: 'held',
      names: GONE,
    },
    {
      name: 'moves the test file to where its unchanged import is another module',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [
        putWrong(),
        put('easy/lib/shout.mjs', EASY),
        `mkdir easy/checks && mv ${TEST_FILE} easy/checks/shout.test.mjs`,
      ],
      verdict: 'held',
      names: GONE,
    },
    {
      name: 'moves the test file, and weakens an assertion',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [DO_THE_WORK, moveTest('checks/loud', 's/equal(shout/(() => {})(shout/')],
      verdict: 'held',
      names: GONE,
    },
    {
      name: 'moves the test file, and leaves a weaker copy in its place',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [
        DO_THE_WORK,
        `cp ${TEST_FILE} ../copy`,
        moveTest('checks/loud'),
        `cp ../copy ${TEST_FILE}`,
        edit(TEST_FILE, 's/equal(shout/(() => {})(shout/'),
      ],
      verdict: 'held',
      names: [INTACT, changed(TEST_FILE)],
    },
    {
      name: 'moves the test file to another fixture',
      on: PROJECTS.fixture,
      phase: 'GREEN',
      does: [
        put('easy/fixtures/shouts.json', '["no","th"]'),
        put('lib/shout.mjs', "export const shout = () => 'noth';"),
        `mv ${TEST_FILE} easy/shout.test.mjs`,
      ],
      verdict: 'held',
      names: GONE,
    },
    {
      name: 'moves the test file to another installed assertion library',
      on: PROJECTS.library,
      phase: 'GREEN',
      does: [
        'mkdir -p easy/node_modules && cp -R node_modules/expect easy/node_modules',
        put('easy/node_modules/expect/index.js', 'export const expect = () => ({ toBe: () => {} });'),
        putWrong(),
        `mv ${TEST_FILE} easy/shout.test.mjs`,
      ],
      verdict: 'held',
      names: GONE,
    },
    {
      name: 'renames the test file, with a new snapshot beside it (vitest)',
      on: PROJECTS.vitestSnapshot,
      phase: 'GREEN',
      does: [
        putWrong(),
        `mv ${TEST_FILE} checks/loud.test.mjs`,
        'cp checks/__snapshots__/shout.test.mjs.snap checks/__snapshots__/loud.test.mjs.snap',
        edit('checks/__snapshots__/loud.test.mjs.snap', 's/"NO"/"no"/; s/"!"/"thing"/'),
      ],
      verdict: 'held',
      names: GONE,
    },
  ],
};
