import { describe, expect, test } from 'vitest';
import { readScript, ScriptError } from '../../src/doctor/read-script.ts';

const messageOf = (text: string): string => {
  try {
    readScript(text, 'demo.yaml');
  } catch (error) {
    if (error instanceof ScriptError) return error.message;
    throw error;
  }
  return 'was read';
};

describe('a script', () => {
  test('is read with durations in milliseconds and commands as words', () => {
    const text = `
turns:
  - phase: RED
    iteration: 1
    quote_prompt: true
    wait: 2s
    write: { src/a.js: "1", empty.txt: "" }
    edit: [{ file: src/a.js, find: "1", replace: "" }]
    delete: [old.js]
    run: node --version
    leave_running: [node, -e, "while (true);"]
    say: done
    signal: true
    refactoring_complete: true
    nonce: stale
    exit_code: 3
`;
    expect(readScript(text, 'demo.yaml')).toEqual({
      turns: [
        {
          phase: 'RED',
          iteration: 1,
          quote_prompt: true,
          wait: 2_000,
          write: { 'src/a.js': '1', 'empty.txt': '' },
          edit: [{ file: 'src/a.js', find: '1', replace: '' }],
          delete: ['old.js'],
          run: ['node', '--version'],
          leave_running: ['node', '-e', 'while (true);'],
          say: 'done',
          signal: true,
          refactoring_complete: true,
          nonce: 'stale',
          exit_code: 3,
        },
      ],
    });
  });

  test.each([
    ['', 'Cannot play demo.yaml: is empty'],
    ['turns: []', 'Cannot play demo.yaml:1:8: turns must be a list of 1 or more turns (got a list)'],
    [
      'turns:\n  - phase: RED\n    singal: true\n',
      'Cannot play demo.yaml:3:5: unknown key "singal" in turns[0]. Did you mean signal?',
    ],
    [
      'turns:\n  - phase: RED\n    phase: GREEN\n',
      'Cannot play demo.yaml:3:5: the key phase appears twice in the same map',
    ],
    [
      'turns:\n  - say: hello\n',
      'Cannot play demo.yaml:2:5: phase is missing in turns[0]: it must be the name of a phase',
    ],
    [
      'turns:\n  - phase: RED\n    exit_code: 256\n',
      'Cannot play demo.yaml:3:16: exit_code must be a whole number from 0 to 255 (got 256)',
    ],
    [
      'turns:\n  - phase: RED\n    delete: [../secret]\n',
      'Cannot play demo.yaml:3:14: delete[0] must be a path inside the folder of the config (got "../secret")',
    ],
    [
      'turns:\n  - phase: RED\n---\nturns: []\n',
      'Cannot play demo.yaml:4:1: a second document starts here: keep one document in the script',
    ],
    [
      'turns:\n  - phase: RED\n  - { phase: RED, iteration: 2 }\n  - phase: RED\n  - { phase: RED, iteration: 2 }\n',
      'Cannot play demo.yaml:4:5: line 2 already has a turn for RED, any other iteration\n' +
        '  demo.yaml:5:5: line 3 already has a turn for RED, iteration 2',
    ],
  ])('is refused by its line: %j', (text, message) => {
    expect(messageOf(text)).toBe(message);
  });

  test('is refused when a path to be written leads out of the workspace, and the path is named', () => {
    for (const path of ['../x', '/etc/x', 'a/../../x', '.']) {
      expect(messageOf(`turns:\n  - phase: RED\n    write: { "${path}": "" }\n`)).toMatch(/demo\.yaml:3:\d+: .*inside/);
    }
  });
});
