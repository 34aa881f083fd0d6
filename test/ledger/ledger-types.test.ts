import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LEDGER_TYPES, LIST_TYPES } from '../../src/ledger/ledger-types.ts';

describe('the types of records', () => {
  test('are the ones that the reference lists, in its words', () => {
    const docs = readFileSync(new URL('../../docs/reference/ledger.md', import.meta.url), 'utf8');
    const listed = [...docs.matchAll(/^\| `([a-z]+\.[a-z_]+)` \| (.+) \|$/gm)].map(([, type, meaning]) => [
      type,
      meaning,
    ]);
    expect(listed).toEqual([...Object.entries(LEDGER_TYPES), ...Object.entries(LIST_TYPES)]);
  });
});
