import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainJson, readExitSignal } from '../../../../src/signals/systems/apm2/parse-exit-signal.ts';

test.each([
  ['{\n  "protocol": "apm2_agent_exit",\n    version: "1.0.0"\n}', 'expected `"` at line 3 column 5'],
  ['{"a": "b"', 'expected `,` or `}` at line 1 column 10'],
  ['{"a": "b" "c": "d"}', 'expected `,` or `}` at line 1 column 11'],
  ['{"a": "b",}', 'expected `"` at line 1 column 11'],
  ['{"a" "b"}', 'expected `:` at line 1 column 6'],
  ['{"a": }', 'expected a value at line 1 column 7'],
  ['{"a": "b', 'expected `"` at line 1 column 9'],
  ['{"a": "b\\x"}', 'expected an escape of JSON at line 1 column 9'],
  ['{"a": "b\nc"}', 'expected `"` at line 1 column 9'],
  ['{"a": [1 2]}', 'expected `,` or `]` at line 1 column 10'],
  ['{"a": 01}', 'expected a value at line 1 column 7'],
  ['{} x', 'expected the end at line 1 column 4'],
  ['', 'expected a value at line 1 column 1'],
])('the exit signal %j is invalid JSON, in the words of spec 003', (json, says) => {
  expect(readExitSignal(json)).toEqual({ problem: `invalid JSON: ${says}` });
});

test('a text that is JSON ends where it is expected to, and one that is not goes wrong at a place inside of it', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('', '}', '"', ',', '\\', 'x'), (json, where, put) => {
      const at = where % (json.length + 1);
      const text = `${json.slice(0, at)}${put}${json.slice(at + 1)}`;
      const [, line, column] = /^expected .+ at line (\d+) column (\d+)$/.exec(explainJson(text)) ?? [];
      expect([Number(line), Number(column) <= text.length + 1]).toEqual([1, true]);
      const isJson = (() => {
        try {
          JSON.parse(text);
          return true;
        } catch {
          return false;
        }
      })();
      if (isJson) expect(explainJson(text)).toBe(`expected the end at line 1 column ${text.length + 1}`);
    }),
    { numRuns: 500, seed: 1 },
  );
});
