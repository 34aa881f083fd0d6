import { expect, test, describe } from 'vitest';
import { silenceSignal, mergeChannels } from '../../src/signals/merge-channels.ts';
import { aSignal, aBlock, BINDING, WAYS_OUT, YES } from './a-block.ts';
import type { Signal } from '../../gates/iteration.ts';
import { readSignal } from '../../src/signals/signal-reader.ts';
import { readPage } from '../docs/pages.ts';
import { aCommandSignal } from './command/a-command-signal.ts';

const read = (text: string): Signal => readSignal(text, BINDING);

/** Outputs of the agent, by their content. */
const BLOCKS = {
  none: read('All done.'),
  yes: read(aBlock()),
  no: read(aBlock({ EXIT_SIGNAL: 'false', STATUS: 'IN_PROGRESS' })),
  blocked: read(aBlock({ EXIT_SIGNAL: 'false', STATUS: 'BLOCKED' }, ['BLOCKERS:', '  - no key'])),
  'a yes while it is in progress': read(aBlock({ STATUS: 'IN_PROGRESS' })),
  'a yes while it is blocked': read(aBlock({ STATUS: 'BLOCKED' })),
  'an old nonce': read(aBlock({ NONCE: 'n-old' })),
  'no nonce': read(aBlock({ NONCE: undefined })),
  'another phase': read(aBlock({ PHASE: 'RED' })),
  'no end': read(aBlock().replace(/\n---END.*$/, '')),
  'no EXIT_SIGNAL': read(aBlock({ EXIT_SIGNAL: undefined })),
  'a word twice': read(aBlock({}, ['EXIT_SIGNAL: false'])),
  'a half filled template': read(aBlock({ EXIT_SIGNAL: 'true | false', STATUS: 'IN_PROGRESS' })),
  'the unfilled template': read(
    aBlock({ EXIT_SIGNAL: 'true | false', STATUS: 'IN_PROGRESS | BLOCKED | COMPLETE' }, ['BLOCKERS:', '  - none']),
  ),
  'a fenced no': read(`\`\`\`\n${aBlock({ EXIT_SIGNAL: 'false' })}\n\`\`\`\nSo much for that.`),
  'a commented no': read(`<!--\n${aBlock({ EXIT_SIGNAL: 'false' })}\n-->`),
} as const satisfies Readonly<Record<string, Signal>>;

/** `value reason status` of each merge. */
type Row = Readonly<Record<'nothing' | 'exit' | 'hold' | 'blocked', string>>;

const DISAGREE = 'null channels_disagree';
const YES_ALONE = 'true explicit_true COMPLETE';
const NO_ALONE = 'false explicit_false IN_PROGRESS';
const BLOCKED_ALONE = 'false explicit_false BLOCKED';
const unreadable = (nothing: string): Row => ({
  nothing,
  exit: `${DISAGREE} COMPLETE`,
  hold: NO_ALONE,
  blocked: BLOCKED_ALONE,
});
const silent = (nothing: string): Row => ({ ...unreadable(nothing), exit: YES_ALONE });

const TABLE: Readonly<Record<keyof typeof BLOCKS, Row>> = {
  none: silent('null signal_missing null'),
  'the unfilled template': silent('null placeholder null'),
  'a fenced no': silent('null signal_in_code_fence null'),
  'a commented no': silent('null signal_in_comment null'),
  yes: { nothing: YES_ALONE, exit: YES_ALONE, hold: `${DISAGREE} IN_PROGRESS`, blocked: `${DISAGREE} BLOCKED` },
  no: { nothing: NO_ALONE, exit: `${DISAGREE} COMPLETE`, hold: NO_ALONE, blocked: BLOCKED_ALONE },
  blocked: { nothing: BLOCKED_ALONE, exit: `${DISAGREE} BLOCKED`, hold: BLOCKED_ALONE, blocked: BLOCKED_ALONE },
  'a yes while it is in progress': {
    nothing: 'false contradiction IN_PROGRESS',
    exit: `${DISAGREE} COMPLETE`,
    hold: NO_ALONE,
    blocked: BLOCKED_ALONE,
  },
  'a yes while it is blocked': {
    nothing: 'false contradiction BLOCKED',
    exit: `${DISAGREE} BLOCKED`,
    hold: BLOCKED_ALONE,
    blocked: BLOCKED_ALONE,
  },
  'an old nonce': unreadable('null stale_signal null'),
  'no nonce': unreadable('null nonce_missing null'),
  'another phase': unreadable('null phase_mismatch null'),
  'no end': unreadable('null unterminated_block null'),
  'no EXIT_SIGNAL': unreadable('null signal_missing COMPLETE'),
  'a word twice': unreadable('null duplicate_field COMPLETE'),
  'a half filled template': unreadable('null placeholder IN_PROGRESS'),
};

const show = ({ value, reason, status }: Signal): string => `${value} ${reason} ${status}`;

describe('the signal of two channels', () => {
  test.each(Object.entries(TABLE))('a block with %s beside each word of the command', (name, row) => {
    const block = BLOCKS[name as keyof typeof BLOCKS];
    expect({
      nothing: show(mergeChannels([], block)),
      exit: show(mergeChannels([aCommandSignal()], block)),
      hold: show(mergeChannels([aCommandSignal({ word: 'hold' })], block)),
      blocked: show(mergeChannels([aCommandSignal({ word: 'blocked' })], block)),
    }).toEqual(row);
  });

  test('is true beside no block that says anything else than yes', () => {
    const open = Object.entries(BLOCKS).filter(([, block]) => mergeChannels([aCommandSignal()], block).value === true);
    expect(open.map(([name]) => name)).toEqual([
      'none',
      'yes',
      'the unfilled template',
      'a fenced no',
      'a commented no',
    ]);
  });

  test('is one signal when both say yes, and names the command, its reason, and the line of the block', () => {
    expect(mergeChannels([aCommandSignal()], YES)).toEqual({ ...YES, source: 'command', says: 'all is done' });
  });

  test('has no form and no line when only the command gave a signal', () => {
    expect(mergeChannels([aCommandSignal()], BLOCKS.none)).toEqual({
      value: true,
      source: 'command',
      dialect: null,
      line: null,
      reason: 'explicit_true',
      status: 'COMPLETE',
      blockers: [],
      refactoring_complete: false,
      says: 'all is done',
    });
  });

  test('says on either channel that nothing is left to improve, and on none when they disagree', () => {
    const block = read(aBlock({ REFACTORING_COMPLETE: 'true' }));
    const flagged = aCommandSignal({ refactoring_complete: true });
    expect([
      mergeChannels([aCommandSignal()], block).refactoring_complete,
      mergeChannels([flagged], YES).refactoring_complete,
      mergeChannels([aCommandSignal(), flagged], BLOCKS.none).refactoring_complete,
      mergeChannels([aCommandSignal()], YES).refactoring_complete,
      mergeChannels([flagged], BLOCKS.no).refactoring_complete,
      mergeChannels([aCommandSignal({ word: 'hold' })], block).refactoring_complete,
      mergeChannels([flagged, aCommandSignal({ word: 'hold' })], block).refactoring_complete,
    ]).toEqual([true, true, true, false, false, false, false]);
  });

  test('tells the fields of spec 003 by what the command names, over what the block names', () => {
    const fields = { pr_url: 'https://example.org/pull/7', evidence_bundle_ref: 'evidence/w.yaml' };
    const block = {
      ...YES,
      told: { because: 'x', exit_reason: 'completed', pr_url: 'https://example.org/1' },
    } as const;
    expect(mergeChannels([aCommandSignal(fields)], block).told).toEqual({
      because: 'x',
      exit_reason: 'completed',
      ...fields,
    });
    expect(mergeChannels([aCommandSignal()], block).told).toEqual(block.told);
    const blocked = aCommandSignal({ word: 'blocked', error: true });
    expect(mergeChannels([blocked, aCommandSignal()], BLOCKS.none).told).toEqual({ exit_reason: 'error' });
    expect(mergeChannels([aCommandSignal({ word: 'blocked' })], block).told).toMatchObject({ exit_reason: 'blocked' });
  });

  test('hands on what stops it, from both', () => {
    const { status, blockers } = mergeChannels(
      [aCommandSignal({ word: 'blocked', reason: 'no disk' })],
      BLOCKS.blocked,
    );
    expect([status, blockers]).toEqual(['BLOCKED', ['no disk', 'no key']]);
  });
});

describe('a command that says words that differ', () => {
  test.each([
    ['exit, then hold', ['exit', 'hold'], 'IN_PROGRESS'],
    ['hold, then exit', ['hold', 'exit'], 'COMPLETE'],
    ['exit, then blocked', ['exit', 'blocked'], 'BLOCKED'],
    ['blocked, then exit', ['blocked', 'exit'], 'BLOCKED'],
    ['hold, then blocked', ['hold', 'blocked'], 'BLOCKED'],
  ] as const)('%s: says nothing, whatever the block says', (_title, words, status) => {
    for (const block of Object.values(BLOCKS)) {
      const merged = mergeChannels(
        words.map((word) => aCommandSignal({ word })),
        block,
      );
      const asked = block.status === 'BLOCKED' ? 'BLOCKED' : status;
      expect(merged).toMatchObject({ value: null, source: 'command', reason: 'words_disagree', status: asked });
    }
  });
});

test('beside a block without its nonce the command says nothing, and the way out is named', () => {
  expect(mergeChannels([aCommandSignal({ word: 'exit' })], aSignal('nonce_missing'))).toMatchObject({
    value: null,
    reason: 'channels_disagree',
    way_out: WAYS_OUT,
  });
});

test('what is read of a block alone is not touched', () => {
  const signal = aSignal('stale_signal');
  expect(mergeChannels([], signal)).toBe(signal);
});

test('the table of docs/reference/signal-command.md says what comes of each pair', () => {
  const rows = readPage('docs/reference/signal-command.md')
    .text.split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  const words = {
    'no command': [],
    exit: ['exit'],
    hold: ['hold'],
    blocked: ['blocked'],
    'words that differ': ['exit', 'hold'],
  } as const;
  const blocks = [BLOCKS.none, BLOCKS.yes, BLOCKS.no, BLOCKS['an old nonce']];
  const wanted = Object.entries(words).map(([title, said]) => [
    title,
    ...blocks.map((block) => {
      const { value, status } = mergeChannels(
        said.map((word) => aCommandSignal({ word })),
        block,
      );
      return `${value}${status === 'BLOCKED' ? ', and a person is asked' : ''}`;
    }),
  ]);
  expect(rows.filter(([title = '']) => Object.hasOwn(words, title))).toEqual(wanted);
});

test('a turn that did not end well has no word, and no blockers', () => {
  const silent = { source: null, line: null };
  expect(silenceSignal('crashed', 'prp')).toEqual(aSignal('agent_failed', silent));
  expect(silenceSignal('missing', 'prp')).toEqual(aSignal('agent_failed', silent));
  expect(silenceSignal('timed_out', 'prp')).toEqual(aSignal('agent_timed_out', silent));
});
