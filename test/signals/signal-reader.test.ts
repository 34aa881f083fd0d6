import { describe, expect, test } from 'vitest';
import { createSignalReader, readSignal } from '../../src/signals/signal-reader.ts';
import { aBlock, aSignal, BINDING, YES } from './a-block.ts';

const read = (text: string) => readSignal(text, BINDING);
const NOTHING = aSignal('signal_missing', { source: null, line: null });
/** Without the advice about what is nearly right: see nearly-right-block.test.ts. */
const readBare = (text: string) => {
  const { way_out: _advice, ...signal } = read(text);
  return signal;
};
const FENCED = (line: number) => aSignal('signal_in_code_fence', { source: null, line });

describe('a signal', () => {
  test('is true for a well-formed block of this iteration', () => {
    expect(read(aBlock())).toEqual(YES);
  });

  test('names the line where the deciding block begins', () => {
    expect(read(`Done.\n\n${aBlock()}\nBye.`)).toEqual({ ...YES, line: 3 });
  });

  test('is missing when nothing or only prose was said', () => {
    expect(read('')).toEqual(NOTHING);
    expect(read('All tests pass. EXIT_SIGNAL is true, everything is COMPLETE.\nEXIT_SIGNAL: true\n')).toEqual(NOTHING);
  });

  test('does not come from a field outside of the block', () => {
    expect(read(`${aBlock({ EXIT_SIGNAL: undefined })}\nEXIT_SIGNAL: true`)).toEqual(
      aSignal('signal_missing', { status: 'COMPLETE' }),
    );
  });

  test('stays what it was when somebody writes on after the end', () => {
    const reader = createSignalReader(BINDING);
    reader.write('nothing');
    expect(reader.end()).toEqual(NOTHING);
    reader.write(`\n${aBlock()}`);
    expect(reader.end()).toEqual(NOTHING);
  });
});

describe('the last opened block', () => {
  test('withdraws a yes', () => {
    expect(read(`${aBlock()}\nWait.\n${aBlock({ EXIT_SIGNAL: 'false', STATUS: 'IN_PROGRESS' })}`)).toEqual(
      aSignal('explicit_false', { value: false, status: 'IN_PROGRESS', line: 9 }),
    );
  });

  test('withdraws a no', () => {
    expect(read(`${aBlock({ EXIT_SIGNAL: 'false' })}\n${aBlock()}`)).toEqual({ ...YES, line: 8 });
  });

  test('is not replaced by an earlier one when it was cut off', () => {
    expect(read(`${aBlock()}\nCorrection:\n---PRP_PHASE_STATUS---\nSTATUS: IN_PROGR`)).toEqual(
      aSignal('unterminated_block', { line: 9 }),
    );
    expect(read(`${aBlock()}\n---PRP_PHASE_STATUS---`)).toEqual(aSignal('unterminated_block', { line: 8 }));
  });

  test('begins again where a block opens within a block', () => {
    expect(read(`---PRP_PHASE_STATUS---\nEXIT_SIGNAL: false\n${aBlock()}`)).toEqual({ ...YES, line: 3 });
  });
});

describe('markers', () => {
  test('may be bold, and may have blanks behind them', () => {
    expect(read(aBlock().replaceAll(/^(---.*---)$/gm, '**$1**  '))).toEqual(YES);
    expect(read(aBlock().replaceAll(/^(---.*---)$/gm, '__$1__'))).toEqual(YES);
  });

  test.each([
    ['listed', (text: string) => text.replaceAll(/^/gm, '- ')],
    ['added in a diff', (text: string) => text.replaceAll(/^/gm, '+')],
    ['removed in a diff', (text: string) => text.replaceAll(/^/gm, '-')],
    ['in another case', (text: string) => text.replace('PRP_PHASE_STATUS', 'prp_phase_status')],
    ['of another dialect', (text: string) => text.replaceAll('PRP_PHASE', 'RALPH')],
    ['in one line with words', (text: string) => `Here: ${text}`],
    ['behind a carriage return alone', (text: string) => `100%\r${text}`],
    ['behind a BOM that does not begin the text', (text: string) => `Hi\n\uFEFF${text}`],
    ['followed by more than a line holds', (text: string) => text.replace('\n', `${' '.repeat(70_000)}\n`)],
  ])('that are %s open nothing', (_how, spoil) => {
    expect({ ...readBare(spoil(aBlock())), line: null }).toEqual(NOTHING);
  });

  test('that a diff seems to delete can only hold: no field can follow them there', () => {
    const diff = '@@ -1,3 +1,1 @@\n---PRP_PHASE_STATUS---\n-EXIT_SIGNAL: true\n---END_PRP_PHASE_STATUS---';
    expect(readSignal(diff, { ...BINDING, nonce: null })).toEqual(aSignal('signal_missing', { line: 2 }));
  });
});

describe('what surrounds the words', () => {
  test.each([
    ['CRLF', aBlock().replaceAll('\n', '\r\n')],
    ['a BOM at the start', `\uFEFF${aBlock()}`],
    ['no-break spaces', aBlock().replaceAll(': ', ':\u00A0')],
    ['colours', aBlock().replaceAll(/^(.*)$/gm, '\u001B[1;32m$1\u001B[0m')],
    [
      'a hyperlink and a title',
      `\u001B]0;title\u0007${aBlock().replace('true', '\u001B]8;;http://x.test\u0007true\u001B]8;;\u0007')}`,
    ],
    ['cursor movements', aBlock().replaceAll(/^/gm, '\u001B[2K\u001B[1G')],
  ])('is taken off: %s', (_what, text) => {
    expect(read(text)).toEqual(YES);
  });

  test.each([
    ['a full-width colon', aBlock({ EXIT_SIGNAL: undefined }, ['EXIT_SIGNAL\uFF1A true'])],
    ['a zero-width space', aBlock({ EXIT_SIGNAL: undefined }, ['EXIT_\u200BSIGNAL: true'])],
    ['a Cyrillic letter', aBlock({ EXIT_SIGNAL: undefined }, ['EXIT_SIGNA\u041B: true'])],
  ])('is not guessed: %s makes another key', (_what, text) => {
    expect(readBare(text)).toEqual(aSignal('signal_missing', { status: 'COMPLETE' }));
  });
});

describe('a code fence', () => {
  test('that ends the message and carries the nonce is the agent’s own', () => {
    expect(read(`Report:\n\`\`\`text\n${aBlock()}\n\`\`\`\n\n  \n`)).toEqual({ ...YES, line: 3 });
    expect(read(`~~~\n${aBlock({ EXIT_SIGNAL: 'false' })}\n~~~~`)).toEqual(
      aSignal('explicit_false', { value: false, status: 'COMPLETE', line: 2 }),
    );
  });

  test('that ends the message withdraws a yes before it, also when its block was cut off', () => {
    expect(read(`${aBlock()}\n\`\`\`\n${aBlock({ EXIT_SIGNAL: 'false' })}\n\`\`\``).value).toBe(false);
    const cutOff = aBlock().replace(/\n---END.*/, '');
    expect(read(`${aBlock()}\n\`\`\`\n${cutOff}\n\`\`\``)).toEqual(aSignal('unterminated_block', { line: 9 }));
  });

  test.each([
    ['is followed by words', `\`\`\`\n${aBlock()}\n\`\`\`\nNext I will clean up.`],
    ['is followed by a comment', `\`\`\`\n${aBlock()}\n\`\`\`\n<!-- end -->`],
    ['is followed by another fence', `\`\`\`\n${aBlock()}\n\`\`\`\n\`\`\`\n\`\`\``],
    ['has words after the block', `\`\`\`\n${aBlock()}\nnpm test\n\`\`\``],
    ['never ends', `\`\`\`\n${aBlock()}\n`],
    ['carries another nonce', `\`\`\`\n${aBlock({ NONCE: 'n-7f3b' })}\n\`\`\``],
    ['carries two nonces', `\`\`\`\n${aBlock({}, ['NONCE: n-6'])}\n\`\`\``],
    ['carries none', `\`\`\`\n${aBlock({ NONCE: undefined })}\n\`\`\``],
  ])('that %s shows a block and does not say it', (how, text) => {
    const { way_out, ...signal } = read(text);
    expect(signal).toEqual(FENCED(2));
    expect(way_out?.startsWith('Text follows the status block')).toBe(/followed|after/.test(how) ? true : undefined);
  });

  test('is a quote when no nonce was issued', () => {
    expect(readSignal(`\`\`\`\n${aBlock()}\n\`\`\`\n`, { ...BINDING, nonce: null })).toEqual(FENCED(2));
  });

  test('in the middle does not hide or replace the block that is said', () => {
    const shown = `\`\`\`\n${aBlock({ EXIT_SIGNAL: 'false' })}\n\`\`\`\n`;
    expect(read(`${shown}${aBlock()}`)).toEqual({ ...YES, line: 10 });
    expect(read(`${aBlock()}\n${shown}That was the fixture.`)).toEqual(YES);
  });

  test('within a block hides its fields and its end', () => {
    expect(readBare(aBlock({ EXIT_SIGNAL: undefined }, ['```', 'EXIT_SIGNAL: true', '```']))).toEqual(
      aSignal('signal_missing', { status: 'COMPLETE' }),
    );
    expect(read(aBlock({}, ['```']))).toEqual(aSignal('unterminated_block'));
  });
});

describe('an HTML comment', () => {
  test('hides the block in it', () => {
    expect(read(`<!--\n${aBlock()}\n-->\nStill two cases to write.`)).toEqual(
      aSignal('signal_in_comment', { source: null, line: 2 }),
    );
    expect(read(`See <!-- this\n${aBlock()}\n--> now.`)).toEqual(
      aSignal('signal_in_comment', { source: null, line: 2 }),
    );
  });

  test('hides fields within a block', () => {
    expect(read(aBlock({ EXIT_SIGNAL: undefined }, ['<!--', 'EXIT_SIGNAL: true', '-->']))).toEqual(
      aSignal('signal_missing', { status: 'COMPLETE' }),
    );
  });

  test('makes its value something else when it stands behind one', () => {
    expect(read(aBlock({ EXIT_SIGNAL: 'true <!-- not really -->' }))).toEqual(
      aSignal('invalid_value', { status: 'COMPLETE' }),
    );
  });

  test('that is over does not hide what comes after it', () => {
    expect(read(`<!-- a\nb -->\n${aBlock()}`)).toEqual({ ...YES, line: 3 });
  });
});

describe('size', () => {
  test('a block after five megabytes of log is found', () => {
    expect(
      read(`${'ok 1 - case runs and returns the expected row for customer 000\n'.repeat(80_000)}${aBlock()}`),
    ).toEqual({ ...YES, line: 80_001 });
  });

  test('a block that is too long is not read', () => {
    expect(
      read(
        aBlock(
          {},
          Array.from({ length: 500 }, () => 'NOTE: x'),
        ),
      ),
    ).toEqual(aSignal('block_too_long'));
    expect(read(aBlock({}, [`NOTE: ${'x'.repeat(70_000)}`]))).toEqual(aSignal('block_too_long'));
    expect(read(aBlock({}, [`NOTE: ${' '.repeat(70_000)}EXIT_SIGNAL: false`]))).toEqual(aSignal('block_too_long'));
  });

  test.each([
    ['blanks', `${' '.repeat(60_000)}x`],
    ['list marks', `${'-   '.repeat(15_000)}x`],
    ['comments', '<!---->'.repeat(9_000)],
    ['backticks', '<!-- `'.repeat(10_000)],
    ['escapes', '\u001B]8;;'.repeat(10_000)],
    ['open brackets', `\u001B${'['.repeat(60_000)}`],
    ['half values', `EXIT_SIGNAL: [${' '.repeat(60_000)}x`],
    ['half placeholders', `EXIT_SIGNAL: ${'a | '.repeat(15_000)}!`],
    ['half quotes', `EXIT_SIGNAL: "${'x #'.repeat(20_000)}`],
  ])('a long line of %s costs no time', (_what, line) => {
    const before = performance.now();
    readSignal(`${line}\n\n-->\n${aBlock({ BLOCKERS: line.slice(13) }, [line])}`, BINDING);
    // Read in quadratic time, each would take minutes.
    expect(performance.now() - before).toBeLessThan(20_000);
  });
});
