import { describe, expect, test } from 'vitest';
import { parseOperatorCommand } from '../../../src/run/operator-commands/operator-command.ts';
import { readAnswer, readRequest, writeRequest } from '../../../src/run/operator-commands/waiting-operators.ts';

const REASONED = { by: 'ann', reason: 'the spec is wrong' };

describe('an operator command', () => {
  test.each([
    { command: 'skip', ...REASONED },
    { command: 'skip', ...REASONED, whole: true },
    { command: 'abort', ...REASONED },
    { command: 'reset', ...REASONED },
    {
      command: 'accept',
      ...REASONED,
      files: { 'test/a.js': 'aa', 'vitest.config.ts': 'absent' },
      tests: ['a.js > one'],
    },
    { command: 'guide', by: 'ann', text: 'Look into lib/.\nThere is a parser.' },
  ] as const)('to $command is what it says', (command) => {
    expect(parseOperatorCommand(command)).toEqual(command);
    const id = 'n1';
    expect(readRequest(writeRequest({ id, command }))).toEqual({ id, command });
  });

  test.each([
    ['no command', null, /^Cannot take the command: its name is unknown\. Use one of skip, abort, reset/],
    ['a command of another name', { command: 'leave', ...REASONED }, /^Cannot take the command: its name is unknown/],
    ['a name of every object', { command: 'constructor', ...REASONED }, /^Cannot take the command/],
    ['no reason', { command: 'skip', by: 'ann' }, /^Cannot skip a phase: reason is invalid/],
    ['an empty reason', { command: 'abort', by: 'ann', reason: ' \n' }, /^Cannot abort the work without a reason/],
    ['nobody', { command: 'reset', by: ' ', reason: 'x' }, /^Cannot reset the counts: by is invalid/],
    ['a novel', { command: 'skip', by: 'ann', reason: 'x'.repeat(1_001) }, /^Cannot skip a phase: reason is invalid/],
    ['no words', { command: 'guide', by: 'ann', text: '\n' }, /^Cannot guide the agent: the text is empty/],
    [
      'a file that is no text',
      { command: 'accept', ...REASONED, files: { a: 1 }, tests: [] },
      /^Cannot accept a change/,
    ],
    ['a half', { command: 'skip', ...REASONED, whole: false }, /^Cannot skip a phase: whole is invalid/],
    [
      'more than it may',
      { command: 'skip', ...REASONED, forced_exit: false },
      /^Cannot skip a phase: the command is invalid/,
    ],
  ])('with %s is none', (_what, command, message) => {
    expect(() => parseOperatorCommand(command)).toThrow(
      expect.objectContaining({ code: 'E_RUN', message: expect.stringMatching(message) }),
    );
  });
});

describe('a line of the socket', () => {
  test.each([
    '',
    'skip',
    '{}',
    '[]',
    '{"v":2,"ask":"turn"}',
    '{"v":1,"ask":"turn","command":{}}',
    '{"v":1,"command":{}}',
  ])('that is %j is no request', (line) => {
    expect(() => readRequest(line)).toThrow(/^Cannot take the command/);
  });

  test.each([
    '',
    'yes',
    '{"ok":true}',
    '{"ok":true,"recorded":["all.done"],"says":""}',
    '{"ok":false,"code":"later","says":""}',
  ])('that is %j is no answer', (line) => {
    expect(readAnswer(line)).toBe(null);
  });
});
