import { describe, expect, test, vi } from 'vitest';
import { prove } from '../../src/prove/prove.ts';
import { hasGit } from '../evidence/a-repository.ts';
import type { Cheat } from './a-cheat.ts';
import { useCheatHomes } from './cheat-homes.ts';
import { FAMILIES, LANGUAGE_FAMILIES } from './families/index.ts';
import { EXTENDING_ACTS } from './acts/language.acts.ts';
import { INSIDE_PROVEN } from './acts/inside.acts.ts';
import { whyNot } from './find-runner-program.ts';
import { pickSome, SEED } from '../pick-some.ts';
import { tryCheat } from './try-cheat.ts';

vi.setConfig({ testTimeout: 300_000 });

type Open = Extract<Cheat, { readonly verdict: 'known_open' }>;
const OPEN = [...FAMILIES, ...LANGUAGE_FAMILIES]
  .flatMap(({ cheats }) => cheats)
  .filter((cheat): cheat is Open => cheat.verdict === 'known_open');

describe.skipIf(!hasGit)(`the proof of a cheat that the loop does not notice (needs git; ${SEED})`, () => {
  const inHome = useCheatHomes();
  for (const cheat of pickSome(OPEN, ({ name }) => name, 12)) {
    const why = whyNot(cheat.on.runner);
    const isHere = (cheat.only ?? process.platform) === process.platform;
    const title = `of an agent that ${cheat.name}: the proof ${cheat.proof}`;
    test.skipIf(why !== '' || !isHere)(`${title}${why}`, async () => {
      const proof = await inHome(title, async (home) => {
        const { status, told, workspace } = await tryCheat(home, cheat, { commits: true });
        expect(status, told).toBe('completed');
        return prove({ folder: workspace, of: 'dualgate/shout', seed: '1' });
      });
      const against = proof.claims.filter(({ holds }) => !holds).map(({ id, because }) => [id, ...because]);
      expect({ proof: proof.holds ? 'passes' : 'stops' }, JSON.stringify([against, proof.notes])).toEqual({
        proof: cheat.proof,
      });
    });
  }
});

describe.skipIf(!hasGit)(`the proof of an act that extends settings (needs git; ${SEED})`, () => {
  const inHome = useCheatHomes();
  for (const act of pickSome(EXTENDING_ACTS, ({ name }) => name, 2)) {
    const why = whyNot(act.on.runner);
    const title = `of an agent that ${act.name}: the proof passes`;
    test.skipIf(why !== '')(`${title}${why}`, async () => {
      const proof = await inHome(title, async (home) => {
        const { status, told, workspace } = await tryCheat(home, act, { commits: true });
        expect(status, told).toBe('completed');
        return prove({ folder: workspace, of: 'dualgate/shout', mutationCheck: false });
      });
      expect(proof.claims.filter(({ holds }) => !holds)).toEqual([]);
      expect(proof.claims.map(({ id }) => id)).toContain('RED extended');
    });
  }
});

describe.skipIf(!hasGit)(`the proof of an act around tests inside of sources (needs git; ${SEED})`, () => {
  const inHome = useCheatHomes();
  for (const act of pickSome(INSIDE_PROVEN, ({ name }) => name, 1)) {
    const why = whyNot(act.on.runner);
    const title = `of an agent that ${act.name}: the proof passes`;
    test.skipIf(why !== '')(`${title}${why}`, async () => {
      const proof = await inHome(title, async (home) => {
        const { status, told, workspace } = await tryCheat(home, act, { commits: true });
        expect(status, told).toBe('completed');
        return prove({ folder: workspace, of: 'dualgate/shout', seed: '1' });
      });
      expect(proof.claims.filter(({ holds }) => !holds)).toEqual([]);
    });
  }
});
