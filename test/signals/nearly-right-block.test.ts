import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../src/signals/systems/dialects.ts';
import { readSignal } from '../../src/signals/signal-reader.ts';
import { aBlock, aSignal, BINDING, YES } from './a-block.ts';

const read = (text: string, dialect: DialectName = 'prp') => readSignal(text, BINDING, { dialect });
const NOTHING = aSignal('signal_missing', { source: null, line: null });
const [OPENS, CLOSES] = ['---PRP_PHASE_STATUS---', '---END_PRP_PHASE_STATUS---'];
const FIELDS = ['PHASE: GREEN', 'ITERATION: 7', 'NONCE: n-7f3a', 'STATUS: COMPLETE', 'EXIT_SIGNAL: true'];
const within = (dress: (line: string) => string, opens: string = OPENS): string =>
  [opens, ...FIELDS.map(dress), CLOSES].join('\n');
const advised = (text: string, dialect: DialectName = 'prp') => {
  const { value, reason, source, line, way_out } = read(text, dialect);
  expect([value, reason]).toEqual([null, 'signal_missing']);
  return { source, line, way_out };
};

describe('a signal within its markers that is not read is named with its line and its dress', () => {
  test.each([
    ['indented', (line: string) => `  ${line}`],
    ['quoted', (line: string) => `> ${line}`],
    ['quoted and bold', (line: string) => `> **${line}**`],
    ['in a list', (line: string) => `* ${line}`],
    ['in a list', (line: string) => `1. ${line}`],
    ['in a list and bold', (line: string) => `* **${line.replace(':', ':**')}`],
    ['in a table', (line: string) => `| ${line.replace(': ', ' | ')} |`],
    ['in code marks', (line: string) => `\`${line}\``],
    ['in a heading', (line: string) => `### ${line}`],
    ['followed by = instead of a colon', (line: string) => line.replace(': ', ' = ')],
  ])('%s', (dress, write) => {
    expect(advised(`Done.\n\n${within(write)}`)).toEqual({
      source: 'block',
      line: 3,
      way_out: `EXIT_SIGNAL on line 8 of the message is ${dress}: print EXIT_SIGNAL: true as plain text, from the start of the line`,
    });
  });

  test('in a code fence between the markers', () => {
    const text = [OPENS, '```', ...FIELDS, '```', CLOSES].join('\n');
    expect(advised(text).way_out).toBe(
      'EXIT_SIGNAL on line 7 of the message is in a code fence: print EXIT_SIGNAL: true as plain text, from the start of the line',
    );
  });

  test('in lower case', () => {
    expect(advised(aBlock({ EXIT_SIGNAL: undefined }, ['exit_signal: true'])).way_out).toContain(
      'exit_signal on line 6 of the message is not in upper case: print EXIT_SIGNAL: true',
    );
  });
});

describe('a block whose markers are nearly right is named', () => {
  test.each([
    ['in a list', `- ${OPENS}`],
    ['in a heading', `## ${OPENS}`],
    ['in code marks', `\`${OPENS}\``],
    ['not exact', '--- PRP_PHASE_STATUS ---'],
    ['bold', '**PRP_PHASE_STATUS**'],
    ['not exact', '---PRP_PHASE_STATUS'],
  ])('%s: %s', (dress, opens) => {
    expect(advised(within((line) => line, opens))).toEqual({
      source: null,
      line: 1,
      way_out: `The first line of the status block, on line 1 of the message, is ${dress}: print ${OPENS} alone, at the start of the line`,
    });
  });

  test.each([
    ['', (line: string) => line],
    [' It is also bold.', (line: string) => line.replace(/^(\w+):/, '**$1**:')],
    [' It is also in a list and bold.', (line: string) => line.replace(/^(\w+):/, '- **$1**:')],
  ])('without any%s', (also, write) => {
    expect(advised(FIELDS.map(write).join('\n'))).toEqual({
      source: null,
      line: 5,
      way_out: `EXIT_SIGNAL on line 5 of the message is not in a status block: print the line ${OPENS} first, then the block as the prompt shows it.${also}`,
    });
  });
});

describe('the other forms', () => {
  test('a list of keys of spec 000 is named', () => {
    const text = ['- EXIT_STATUS: COMPLETE', '- REMAINING_WORK: none', '- NONCE: n-7f3a'].join('\n');
    expect(advised(text, 'cub').way_out).toBe(
      'EXIT_STATUS on line 1 of the message is in a list: print EXIT_STATUS: COMPLETE as plain text, from the start of the line',
    );
  });

  test.each([
    ['not indented', '', 'signal_missing'],
    ['in a list', '  - ', 'signal_missing'],
  ])('keys below a header that are %s are named', (dress, before, reason) => {
    const lines = ['PHASE_COMPLETE: true', 'NONCE: n-7f3a'].map((line) => `${before}${line}`);
    const signal = read(['DOYAKEN_STATUS:', ...lines].join('\n'), 'doyaken');
    expect(signal.reason).toBe(reason);
    expect(signal.way_out).toBe(
      `PHASE_COMPLETE on line 2 of the message is ${dress}: print PHASE_COMPLETE: true as plain text, indented by two blanks`,
    );
  });

  test('bold keys below a header are named', () => {
    const text = ['DOYAKEN_STATUS:', '  **PHASE_COMPLETE**: true', '  **NONCE**: n-7f3a'].join('\n');
    expect(read(text, 'doyaken')).toMatchObject({
      value: null,
      way_out:
        'PHASE_COMPLETE on line 2 of the message is bold: print PHASE_COMPLETE: true as plain text, indented by two blanks',
    });
  });
});

describe('prose is no block', () => {
  test.each([
    'I will print EXIT_SIGNAL: true with the NONCE when STATUS is COMPLETE.',
    '- EXIT_SIGNAL: true when everything passes\n- STATUS: one of three words',
    '- EXIT_SIGNAL: true',
    '| key | value |\n| EXIT_SIGNAL | true or false |\n| STATUS | COMPLETE |',
    'The parser now knows:\n- PRP_PHASE_STATUS\n- RALPH_STATUS',
    '```\nEXIT_SIGNAL: true\nSTATUS: COMPLETE\n```\nis an example.',
    `\`\`\`\nNONCE: n-6\nEXIT_SIGNAL: true\n\`\`\`\nis an old one.`,
    '+EXIT_SIGNAL: true\n+STATUS: COMPLETE',
    `EXIT_SIGNAL: true${'\n.'.repeat(60)}\nSTATUS: COMPLETE`,
    '> EXIT_SIGNAL: true | false\n> STATUS: COMPLETE',
  ])('%#: it gets no notice', (text) => {
    expect(read(text)).toEqual(NOTHING);
  });

  test('beside a block changes nothing of what is read', () => {
    const nearly = FIELDS.map((line) => `- **${line}**`).join('\n');
    expect(read(`${nearly}\n\n${aBlock()}`)).toEqual({ ...YES, line: 7 });
    expect(read(`${aBlock()}\n\n${nearly}`)).toEqual(YES);
    expect(read(`${nearly}\n\n${aBlock({ EXIT_SIGNAL: 'false' })}`)).toMatchObject({ value: false });
    expect(read(`${nearly}\n\n${aBlock({ NONCE: 'n-6' })}`)).toEqual(aSignal('stale_signal', { line: 7 }));
  });
});
