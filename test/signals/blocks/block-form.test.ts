import { describe, expect, test } from 'vitest';
import { readSignal } from '../../../src/signals/signal-reader.ts';
import { aBlock, aSignal, BINDING, YES } from '../a-block.ts';

const read = (text: string) => readSignal(text, BINDING);
/** Every line of the block but its markers. */
const dressed = (dress: (line: string) => string, text = aBlock()): string =>
  text.replaceAll(/^(?!---).*$/gm, (line) => dress(line));
const withoutSignal = (...lines: readonly string[]) => read(aBlock({ EXIT_SIGNAL: undefined }, lines));

describe('keys between markers', () => {
  test.each([
    ['in bold', (line: string) => line.replace(/^(\w+):/, '**$1:**')],
    ['in bold before the colon', (line: string) => line.replace(/^(\w+):/, '**$1**:')],
    ['in bold with the value', (line: string) => `**${line}**`],
    ['in the other bold', (line: string) => line.replace(/^(\w+):/, '__$1:__')],
    ['behind a list dash', (line: string) => `- ${line}`],
    ['behind a list dash and in bold', (line: string) => line.replace(/^(\w+):/, '- **$1:**')],
  ])('are read %s', (_how, dress) => {
    expect(read(dressed(dress))).toEqual(YES);
  });

  test('are read with the lists that are nested below them', () => {
    const block = ['- BLOCKERS:', '  - none', '- **EXIT_SIGNAL:** true'];
    expect(withoutSignal(...block)).toEqual(YES);
    expect(withoutSignal('**BLOCKERS:**', '- the vault', '**EXIT_SIGNAL:** true')).toEqual(
      aSignal('contradiction', { value: false, status: 'COMPLETE', blockers: ['the vault'] }),
    );
  });

  test.each([
    ['nested', ['DUAL_GATE:', '  **EXIT_SIGNAL:** true']],
    ['nested in a list', ['- DUAL_GATE:', '  - EXIT_SIGNAL: true']],
    ['an item of a list', ['BLOCKERS:', '- EXIT_SIGNAL: true']],
    ['an item of a list in bold', ['**BLOCKERS:**', '- **EXIT_SIGNAL:** true']],
    ['an item of a list that is indented at first', ['BLOCKERS:', '  - none', '- EXIT_SIGNAL: true']],
    ['an item behind a list on its line', ['REMAINING_WORK: none', '- EXIT_SIGNAL: true']],
    ['an item of what is announced', ['RECOMMENDATION: say next:', '- EXIT_SIGNAL: true']],
    ['an item of an item', ['- NEXT_STEPS:', '- EXIT_SIGNAL: true']],
    ['behind another list mark', ['* EXIT_SIGNAL: true']],
    ['in bold that does not end', ['**EXIT_SIGNAL: true']],
    ['in bold and in another case', ['**exit_signal:** true']],
    ['in a sentence', ['So **EXIT_SIGNAL:** true']],
  ])('are not read %s', (_how, lines) => {
    expect(withoutSignal(...lines).value).not.toBe(true);
    expect(withoutSignal(...lines).reason).toBe('signal_missing');
  });

  test.each([
    ['**EXIT_SIGNAL:** false', 'duplicate_field'],
    ['- EXIT_SIGNAL: false', 'duplicate_field'],
    ['- **exit_signal:** false', 'duplicate_field'],
    ['**STATUS:** BLOCKED', 'duplicate_field'],
    ['- status: blocked', 'duplicate_field'],
    ['**NONCE:** n-6', 'duplicate_field'],
    ['- PHASE: RED', 'duplicate_field'],
  ])('that stand twice with two values, one of them dressed, are unreadable: %s', (line, reason) => {
    const { value, reason: read_as } = read(aBlock({}, [line]));
    expect([value, read_as]).toEqual([null, reason]);
  });

  test('veto as before: work that remains, and tests that fail, below a key that has items', () => {
    expect(read(aBlock({}, ['REMAINING_WORK: none', '- cache: missing'])).reason).toBe('contradiction');
    expect(read(aBlock({}, ['TESTS: as follows', '- FAILING: 2'])).reason).toBe('contradiction');
    expect(read(aBlock({}, ['- REMAINING_WORK: none', '- the cache'])).reason).toBe('contradiction');
  });
});

test('an example of the docs with bold keys is no signal: it has no nonce', () => {
  const example = dressed((line) => line.replace(/^(\w+):/, '**$1:**'), aBlock({ NONCE: undefined }));
  expect(read(`The protocol says:\n\n${example}\n`)).toEqual(aSignal('nonce_missing', { line: 3 }));
  expect(read(`${example}\n\n${aBlock({ EXIT_SIGNAL: 'false' })}`).value).toBe(false);
  expect(read(`\`\`\`\n${example}\n\`\`\`\nand so on`).reason).toBe('signal_in_code_fence');
});

test('keys of the form that has a header and no markers are read as printed: in a list they are none', () => {
  const text = ['DOYAKEN_STATUS:', '  - PHASE_COMPLETE: true', '  - NONCE: n-7f3a'].join('\n');
  expect(readSignal(text, BINDING, { dialect: 'doyaken' }).reason).toBe('signal_missing');
});
