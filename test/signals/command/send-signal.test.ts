import { describe, expect, test } from 'vitest';
import { HELP, readArguments } from '../../../src/signals/command/send-signal.ts';
import { holdPage } from '../../cli/reference/hold-page.ts';
import { aCommandSignal } from './a-command-signal.ts';

const read = (...argv: readonly string[]) => readArguments(argv);

describe('the command line of the signal command', () => {
  test('is a word and its reason', () => {
    expect(read('exit', '--reason', 'all is done')).toEqual({ asks: 'word', word: aCommandSignal(), json: false });
    expect(read('--reason=all is done', '--json', 'hold')).toEqual({
      asks: 'word',
      word: aCommandSignal({ word: 'hold' }),
      json: true,
    });
    expect(read('exit', '--reason', 'all is done', '--refactoring-complete')).toMatchObject({
      word: aCommandSignal({ refactoring_complete: true }),
    });
    const fields = { pr_url: 'https://example.org/pull/7', evidence_bundle_ref: 'evidence/w.yaml' };
    const named = ['--pr-url', fields.pr_url, '--evidence-bundle-ref', fields.evidence_bundle_ref];
    expect(read('exit', '--reason', 'all is done', ...named)).toMatchObject({ word: aCommandSignal(fields) });
    expect(read('blocked', '--reason', 'all is done', '--error', ...named)).toMatchObject({
      word: aCommandSignal({ word: 'blocked', error: true, ...fields }),
    });
  });

  test.each([
    [[], 'the signal must be one of exit, hold, blocked (got nothing)'],
    [['skip', '--reason', 'x'], 'the signal must be one of exit, hold, blocked (got skip)'],
    [['abort', '--reason', 'x'], 'the signal must be one of exit, hold, blocked (got abort)'],
    [['Exit', '--reason', 'x'], 'the signal must be one of exit, hold, blocked (got Exit)'],
    [['exit', '--reason', 'all', 'done'], 'only one signal is allowed (got exit done); quote the reason'],
    [['exit', 'hold', '--reason', 'x'], 'only one signal is allowed (got exit hold); quote the reason'],
    [['exit'], '--reason is required'],
    [['exit', '--reason', ' \n'], '--reason is required'],
    [['exit', '--reason', 'a', '--reason', 'b'], 'only one --reason is allowed (got 2)'],
    [['exit', '--reason', 'x'.repeat(1_001)], 'the reason can have at most 1000 characters (got 1001)'],
    [['hold', '--reason', 'x', '--refactoring-complete'], '--refactoring-complete can be used only with exit'],
    [['exit', '--reason', 'x', '--error'], '--error can be used only with blocked'],
    [
      ['hold', '--reason', 'x', '--pr-url', 'https://a.test/1'],
      '--pr-url and --evidence-bundle-ref can be used only with exit or blocked',
    ],
    [['exit', '--reason', 'x', '--pr-url', 'http://a.test/1'], 'invalid pr_url: expected an https URL'],
    [
      ['exit', '--reason', 'x', '--evidence-bundle-ref', '../w.yaml'],
      "invalid evidence_bundle_ref: it contains '..' or a control character",
    ],
    [['exit', '--reason', 'x', '--run', 'r-2'], "Unknown option '--run'"],
    [['exit', '--reason', 'x', '--nonce=n'], "Unknown option '--nonce'"],
    [['exit', '--reason', 'x', '--force'], "Unknown option '--force'"],
    [['exit', '--reason'], "Option '--reason <value>' argument missing"],
  ])('%j is refused: %s', (argv, problem) => {
    expect(readArguments(argv)).toEqual({ asks: 'nothing', problem });
  });

  test('shows the help wherever the option is', () => {
    expect([read('--help'), read('exit', '-h'), read('nonsense', '--help')]).toEqual([
      { asks: 'help' },
      { asks: 'help' },
      { asks: 'help' },
    ]);
  });

  test('is on its page as printed', () => {
    const { found, wanted } = holdPage('signal-command.md', 'help', `\`\`\`text\n${HELP}\n\`\`\``);
    expect(found).toBe(wanted);
  });
});
