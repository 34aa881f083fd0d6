import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { LEAST, parse, problemsOf } from './a-config.ts';
import * as SPEC from './spec-001-documents.ts';

const WHOLE = `${LEAST}signals: { require_nonce: true }
documents: { globs: [docs/*.md], required_docs_count: 1 }
phases:
  - phase: GREEN
    purpose: Make it pass
    gate_1:
      condition: |
        tests_failing == 0
        AND consecutive_green_runs >= 2
    exit_allowed: { when: gate_1 == true AND gate_2 == true }
  - red.yaml
limits: { iterations: 5 }
`;
const FILES = { 'red.yaml': SPEC.RED };

/** Throws whatever parseConfig throws that is no ConfigError. */
const isRefused = (text: string, files: Readonly<Record<string, string>> = FILES): boolean =>
  problemsOf(text, files).length > 0;

const SNIPPETS = [
  '*a',
  '&a ',
  '!x ',
  '\t',
  '\n',
  '- ',
  ': ',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '|',
  '>',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '\0',
  '\uFEFF',
  '? ',
  '<<: *a',
  '#',
  '🙂',
  '\uD800',
  '1e999',
  '__proto__: 1\n',
];

describe('whatever the text, a config parses or is refused', () => {
  it('as random text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(isRefused(text)).toBe(true);
      }),
    );
  });

  it('as a good config with pieces cut out and put in', () => {
    const harmless = fc.constantFrom('', '', ' ', '0');
    const edit = fc.record({
      at: fc.nat(WHOLE.length),
      cut: fc.oneof(fc.constant(0), fc.nat(12)),
      put: fc.oneof(harmless, fc.constantFrom(...SNIPPETS)),
    });
    let refused = 0;
    const runs = 400;
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 2 }), (edits) => {
        const text = edits.reduce((kept, { at, cut, put }) => kept.slice(0, at) + put + kept.slice(at + cut), WHOLE);
        if (isRefused(text)) refused += 1;
      }),
      { numRuns: runs },
    );
    // Neither may be rare, or the law says little.
    expect(refused).toBeGreaterThan(runs * 0.3);
    expect(refused).toBeLessThan(runs * 0.95);
  });

  it('as a phase file with pieces cut out and put in', () => {
    const edit = fc.record({ at: fc.nat(SPEC.RED.length), cut: fc.nat(12), put: fc.constantFrom('', ...SNIPPETS) });
    fc.assert(
      fc.property(edit, ({ at, cut, put }) => {
        expect(isRefused(WHOLE, { 'red.yaml': SPEC.RED.slice(0, at) + put + SPEC.RED.slice(at + cut) })).toBeTypeOf(
          'boolean',
        );
      }),
    );
  });

  it('as any data under any of its keys', () => {
    const keys = [
      'version',
      'work',
      'agent',
      'tests',
      'signals',
      'documents',
      'integrity',
      'phases',
      'limits',
      'command',
      'phase',
      'gate_1',
      'condition',
    ];
    const tree = fc.object({ key: fc.constantFrom(...keys, '__proto__', 'toString'), maxDepth: 4 });
    fc.assert(
      fc.property(tree, (value) => {
        expect(isRefused(stringify(value))).toBe(true);
      }),
    );
  });
});

describe('every problem', () => {
  it('has a place within its file', () => {
    const edit = fc.record({ at: fc.nat(WHOLE.length), put: fc.constantFrom(...SNIPPETS) });
    fc.assert(
      fc.property(edit, ({ at, put }) => {
        const text = WHOLE.slice(0, at) + put + WHOLE.slice(at);
        const lines = text.split('\n');
        for (const problem of problemsOf(text, FILES)) {
          const [, line, column] = /^dualgate\.yaml:(\d+):(\d+): ./s.exec(problem) ?? [];
          expect([Number(line) <= lines.length, Number(column) <= (lines[Number(line) - 1] ?? '').length + 1]).toEqual([
            true,
            true,
          ]);
        }
      }),
    );
  });
});

describe('a config', () => {
  it('is the same however often it is read', () => {
    expect(parse(WHOLE, FILES)).toEqual(parse(WHOLE, FILES));
  });
});
