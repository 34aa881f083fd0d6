import { describe, expect, it } from 'vitest';
import { renderChanges } from '../../../src/cli/commands/operator/accept.command.ts';

describe('the changes to accept', () => {
  it('are listed by name, with the commands that accept them', () => {
    const files = [
      { path: 'a\u001B[2J.js', what: 'changed' },
      { path: 'vitest.config.ts', what: 'appeared' },
      { path: 'b.test.js', what: 'removed', renamed_to: 'c.test.js' },
    ] as const;
    expect(renderChanges('r1', { files, tests: ['a.js > one'], writes: ['out/**'] })).toMatchInlineSnapshot(`
      "Changes to the frozen files of r1:
        changed   a.js
        appeared  vitest.config.ts
        renamed   b.test.js, to c.test.js: needs no approval once its tests are reported from there
        missing   a.js > one
      Sources that each test run writes:
        written   out/**
      Next:
        dualgate accept FILE -m "why"     accept a file as it is; recorded in the ledger
        dualgate accept --tests -m "why"  accept the missing tests
        dualgate accept --writes 'out/**' -m "why"  does not count as a source for the rest of this run"
    `);
    expect(renderChanges('r1', { files: [], tests: [], writes: [] })).toBe('No frozen file of r1 has changed.');
  });
});
