import { describe, expect, it } from 'vitest';
import { renderVerification } from '../../../src/cli/commands/verify.command.ts';
import type { Verification } from '../../../src/index.ts';

const head = { seq: 1, hash: `abcdef012345${'0'.repeat(52)}`, at: '2026-01-02T03:04:05.000Z' };

describe('renderVerification', () => {
  it('is one line for an intact ledger', () => {
    const found: Verification = { ok: true, records: 2, head, problems: [], torn: null };
    expect(renderVerification('a-run', found)).toBe('The ledger of a-run is intact: 2 records, head abcdef012345.');
  });

  it('says that an anchor is missing', () => {
    const found: Verification = { ok: true, records: 2, head, problems: [], torn: null };
    expect(renderVerification('a-run', found, { unanchored: '/state/anchors' })).toBe(
      [
        'The ledger of a-run is intact: 2 records, head abcdef012345.',
        'It has no anchor in /state/anchors. Without one, missing records at its end and a rewritten chain are not found.',
      ].join('\n'),
    );
  });

  it('names every problem with its advice', () => {
    const problem = { code: 'changed', seq: 1, line: 2, what: 'the record was changed', advice: 'Ask who.' } as const;
    const found: Verification = {
      ok: false,
      records: 1,
      head,
      problems: [problem, { ...problem, code: 'torn' }],
      torn: null,
    };
    expect(renderVerification('a-run', found)).toBe(
      'The ledger of a-run has problems:\n  - changed: the record was changed. Ask who.\n  - torn: the record was changed. Ask who.',
    );
  });

  it('reports a problem for a ledger without a head', () => {
    const found: Verification = { ok: true, records: 0, head: null, problems: [], torn: null };
    expect(renderVerification('a-run', found)).toBe('The ledger of a-run has problems:');
  });
});
