import { expect, test } from 'vitest';
import type { Scope } from '../../../src/evidence/mutation-check/mutation-report.ts';
import type { Judgement } from '../../../src/evidence/mutation-check/order-mutants.ts';
import { runBoth, type Trials } from '../../../src/evidence/mutation-check/trials.ts';

/** Asks about one mutant, and notes which tests ran. @param ends - how the mutant ends in each scope */
const ask = async (ends: Readonly<Record<Scope, Judgement['end']>>, first: Scope) => {
  const scopes: Scope[] = [];
  const trials: Trials = {
    first,
    needs: [],
    run: (_source, _text, scope) => {
      scopes.push(scope);
      return Promise.resolve({ end: ends[scope], why: null });
    },
    checkKillers: () => Promise.resolve(),
  };
  const judged = await runBoth(trials, { path: 'a.js', text: 'a', encoding: 'utf8' }, 'b');
  return { scopes, end: judged?.end };
};

test('a mutant that survives the new tests is judged by the whole suite', async () => {
  const ends = { new: 'survived', whole: 'killed' } as const;
  expect(await ask(ends, 'new')).toEqual({ scopes: ['new', 'whole'], end: 'killed' });
});

test('a mutant that the new tests kill is not asked about again, nor one that survives the whole suite', async () => {
  expect(await ask({ new: 'killed', whole: 'survived' }, 'new')).toEqual({ scopes: ['new'], end: 'killed' });
  expect(await ask({ new: 'killed', whole: 'survived' }, 'whole')).toEqual({ scopes: ['whole'], end: 'survived' });
});
