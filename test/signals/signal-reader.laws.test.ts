import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSignalReader, readSignal } from '../../src/signals/signal-reader.ts';
import { aBlock, BINDING } from './a-block.ts';

const word = fc.constantFrom(
  'true',
  'false',
  'EXIT_SIGNAL: true',
  'STATUS: COMPLETE',
  'PHASE: GREEN',
  'done',
  '# head',
  '- item',
  '| a | b |',
  '---',
  '***',
  'a <b> c',
);
const prose = fc.array(word, { maxLength: 5 }).map((lines) => lines.join('\n'));
const foreign = fc.constantFrom(
  aBlock().replaceAll('PRP_PHASE', 'RALPH'),
  aBlock({ EXIT_SIGNAL: 'false' }).replaceAll('PRP_PHASE', 'RALPH'),
  'DOYAKEN_STATUS:\n  PHASE_COMPLETE: true',
  'EXIT_STATUS: COMPLETE\nREMAINING_WORK: none',
  '{"protocol":"apm2_agent_exit","version":"1.0.0"}',
);
const block = fc.constantFrom(
  aBlock(),
  aBlock({ EXIT_SIGNAL: 'false' }),
  aBlock({ EXIT_SIGNAL: 'true | false' }),
  aBlock({ NONCE: 'n-6' }),
);
const framed = fc
  .tuple(fc.oneof(prose, foreign, block), fc.constantFrom('```', '````yaml', '~~~'))
  .map(([text, fence]) => `${fence}\n${text}\n${fence.replace('yaml', '')}`);
const prefixed = fc
  .tuple(fc.oneof(prose, foreign, block), fc.constantFrom('> ', '+', ' ', '    ', '- '))
  .map(([text, prefix]) => text.replaceAll(/^/gm, prefix));
const commented = fc.oneof(prose, block).map((text) => `<!--\n${text}\n-->`);
/** Everything that surrounds a block and must not matter. */
const surroundings = fc
  .array(fc.oneof(prose, foreign, framed, prefixed, commented), { maxLength: 5 })
  .map((parts) => parts.join('\n'));
const dressed = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.replaceAll('\n', '\r\n'),
  (text: string) => text.replaceAll(/^(.+)$/gm, '\u001B[36m$1\u001B[0m'),
  (text: string) => text.replaceAll(': ', ':\u00A0'),
  (text: string) => text.replaceAll(/^(---.*---)$/gm, '**$1**'),
);

const chunked = (text: string, cuts: readonly number[]): readonly string[] => {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [...places, text.length].map((place, i) => text.slice(places[i - 1] ?? 0, place));
};

describe('the answer', () => {
  test('is the same for any chunking', () => {
    const message = fc
      .tuple(surroundings, block, surroundings, dressed)
      .map(([before, said, after, dress]) => dress(`${before}\n${said}\n${after}`));
    fc.assert(
      fc.property(message, fc.array(fc.nat(), { maxLength: 20 }), (text, cuts) => {
        const reader = createSignalReader(BINDING);
        for (const chunk of chunked(text, cuts)) reader.write(chunk);
        expect(reader.end()).toEqual(readSignal(text, BINDING));
      }),
    );
  });

  test('is the block’s, whatever surrounds and dresses it', () => {
    fc.assert(
      fc.property(surroundings, fc.boolean(), surroundings, dressed, (before, yes, after, dress) => {
        const text = dress(`${before}\n${aBlock({ EXIT_SIGNAL: String(yes) })}\n${after}\nBye.`);
        expect(readSignal(text, BINDING).value).toBe(yes);
      }),
      { numRuns: 500 },
    );
  });

  test('is not yes for anything that holds no well-formed block of this iteration', () => {
    const spoilt = fc.constantFrom<Record<string, string | undefined>>(
      { EXIT_SIGNAL: 'false' },
      { EXIT_SIGNAL: 'true | false' },
      { EXIT_SIGNAL: undefined },
      { EXIT_SIGNAL: 'true, soon' },
      { NONCE: 'n-6' },
      { NONCE: undefined },
      { PHASE: 'RED' },
      { ITERATION: '6' },
      { STATUS: 'BLOCKED' },
      { REMAINING_WORK: 'a bit' },
      { BLOCKERS: 'one' },
    );
    const bad = spoilt.map((fields) => aBlock(fields));
    const cut = fc.nat(100).map((length) => aBlock().slice(0, length));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(bad, prose, foreign, commented, prefixed, fc.string()), { maxLength: 6 }),
        cut,
        (parts, end) => {
          expect(readSignal([...parts, end].join('\n'), BINDING).value).not.toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is not yes for the replay of a message of another iteration, fenced or not', () => {
    const nonce = fc.string({ minLength: 1 }).filter((other) => other.trim() !== BINDING.nonce && other.trim() !== '');
    fc.assert(
      fc.property(surroundings, nonce, fc.boolean(), (before, other, fence) => {
        const replayed = aBlock({ NONCE: other });
        const text = `${before.replaceAll('n-7f3a', 'n-6')}\n${fence ? `\`\`\`\n${replayed}\n\`\`\`` : replayed}`;
        expect(readSignal(text, { ...BINDING, nonce: 'n-7f3a' }).value).not.toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('is yes for exactly the word, in matching quotes or none, with a comment or none', () => {
    const around = fc.string({ maxLength: 2, unit: fc.constantFrom(' ', '"', "'", '#', 'x', '*', '|') });
    fc.assert(
      fc.property(around, around, (before, after) => {
        const { value } = readSignal(aBlock({ EXIT_SIGNAL: `${before}true${after}` }), BINDING);
        expect(value).toBe(/^ *(["']?)true\1( *| +#.*)$/.test(`${before}true${after}`) ? true : null);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('the surroundings of these laws often hold what could be mistaken', () => {
  const samples = fc.sample(surroundings, { numRuns: 500, seed: 1 });
  expect(samples.filter((text) => text.includes('PRP_PHASE_STATUS')).length).toBeGreaterThan(100);
});
