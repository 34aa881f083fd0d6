import { describe, expect, test } from 'vitest';
import { DIALECTS, DIALECT_NAMES, type DialectName } from '../../src/signals/systems/dialects.ts';
import { readSignal } from '../../src/signals/signal-reader.ts';
import { aBlock, aSignal, BINDING, YES } from './a-block.ts';

const named = (how: 'indented' | 'quoted', line: number, dialect: DialectName = 'prp') =>
  aSignal('signal_missing', {
    source: null,
    dialect,
    line,
    way_out: `The status block is ${how}: print its markers, or its first line, at the start of the line`,
  });
const read = (text: string, dialect: DialectName = 'prp') => readSignal(text, BINDING, { dialect });
const yesOf = (dialect: DialectName): string =>
  DIALECTS[dialect]
    .writeBlock({
      phase: 'GREEN',
      iteration: 7,
      nonce: BINDING.nonce,
      now: '2026-01-13T10:30:00Z',
      isDone: true,
      refactoringComplete: false,
      workPhase: 'IMPLEMENTATION',
    })
    .trimEnd();

describe('a block as a whole', () => {
  test.each([
    ['indented', '    '],
    ['indented', '\t'],
    ['indented', '\u00A0'],
    ['indented', ' '],
    ['quoted', '> '],
    ['quoted', '>'],
    ['quoted', '  > > '],
  ] as const)('that is %s by %j is named as that, and not read', (how, prefix) => {
    expect(read(`Done.\n\n${aBlock().replaceAll(/^/gm, prefix)}`)).toEqual(named(how, 3));
  });

  test.each(DIALECT_NAMES)('is named in the dialect %s', (dialect) => {
    const block = yesOf(dialect);
    // The protocol of spec 003 stands on the second line of its object.
    const line = dialect === 'apm2' && block.includes('\n') ? 2 : 1;
    expect(read(block.replaceAll(/^/gm, '  '), dialect)).toEqual(named('indented', line, dialect));
    expect(read(block.replaceAll(/^/gm, '> '), dialect)).toEqual(named('quoted', line, dialect));
  });

  test('is not named where a block is said, before or after it', () => {
    const quoted = aBlock({ EXIT_SIGNAL: 'false' }).replaceAll(/^/gm, '> ');
    expect(read(`${quoted}\n\n${aBlock()}`)).toEqual({ ...YES, line: 9 });
    expect(read(`${aBlock()}\n\n${quoted}`)).toEqual(YES);
  });

  test('is not named for a word in a sentence, a fence or a diff', () => {
    const nothing = aSignal('signal_missing', { source: null, line: null });
    expect(read('  I print ---PRP_PHASE_STATUS--- next time.')).toEqual(nothing);
    expect(read('+---PRP_PHASE_STATUS---')).toEqual(nothing);
    expect(read('```\n  ---PRP_PHASE_STATUS---\n```\nSo far.')).toEqual(nothing);
  });
});
