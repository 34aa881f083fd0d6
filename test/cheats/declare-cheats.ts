/**
 * The corpus as tests: every cheat is held and named, or a known limitation, and an honest agent completes the same project.
 */
import { describe, expect, test, vi } from 'vitest';
import { PREMATURE_SIGNAL } from '../../gates/gate-warnings.ts';
import { hasGit } from '../evidence/a-repository.ts';
import type { Cheat, CheatedProject, Family, HonestAct } from './a-cheat.ts';
import { whyNot } from './find-runner-program.ts';
import { pickSome, SEED } from '../pick-some.ts';
import { type Outcome, tryCheat, tryHonestly } from './try-cheat.ts';
import { useCheatHomes } from './cheat-homes.ts';
import { listTwins } from './list-twins.ts';

/** The phases of a project, in order. */
const phasesOf = ({ documents }: CheatedProject): readonly Cheat['phase'][] =>
  documents === undefined ? ['RED', 'GREEN'] : ['RED', 'GREEN', 'DOCUMENT'];
const completed = (on: CheatedProject) => ({ status: 'completed', path: phasesOf(on).map((each) => `${each} exited`) });

const expectHeld = (cheat: Extract<Cheat, { readonly verdict: 'held' }>, outcome: Outcome): void => {
  for (const words of cheat.names) expect(outcome.told).toContain(words);
  const all = phasesOf(cheat.on);
  const before = all.slice(0, all.indexOf(cheat.phase)).map((each) => `${each} exited`);
  if (cheat.breaks === true) expect(outcome, outcome.told).toMatchObject({ status: 'broken', path: before });
  else {
    const path = [...before, `${cheat.phase} held`];
    expect(outcome, outcome.told).toMatchObject({ status: 'stuck', path, reason: PREMATURE_SIGNAL });
  }
};

/**
 * To be called where tests are declared, once in a file.
 *
 * @param oneOf an ordinary run tries one of so many: of the cheats, of their twins, of what only looks like one
 */
export const declareCheats = (families: readonly Family[], acts: readonly HonestAct[], oneOf: number): void => {
  // All rows are tried beside other work, too.
  vi.setConfig({ testTimeout: process.env['DUALGATE_TRIALS'] === undefined ? 180_000 : 600_000 });
  const inHome = useCheatHomes();

  const cheats = families.flatMap((family) => family.cheats);
  const twins = listTwins(families);

  /** A test of its own, skipped aloud where the runner is missing. */
  const tryOn = (
    { on }: Pick<HonestAct, 'on'>,
    title: string,
    use: (home: string) => Promise<Outcome>,
    cheat?: Cheat,
  ): void => {
    const why = whyNot(on.runner);
    const isHere = (cheat?.only ?? process.platform) === process.platform;
    test.skipIf(why !== '' || !isHere)(`${title}${why}`, async () => {
      const outcome = await inHome(title, use);
      if (cheat?.verdict === 'held') expectHeld(cheat, outcome);
      // An open one goes through: whoever closes it sees this fail, and says so in the corpus.
      else expect(outcome, outcome.told).toMatchObject(completed(on));
    });
  };

  const picked = new Set(pickSome(cheats, ({ name }) => name, oneOf));
  const tried = families
    .map(({ title, cheats: all }) => ({ title, cheats: all.filter((cheat) => picked.has(cheat)) }))
    .filter(({ cheats: some }) => some.length > 0);
  describe.skipIf(!hasGit).each(tried)(`a cheat (needs git; ${SEED}): $title`, (family) => {
    for (const cheat of family.cheats) {
      const title = `an agent that ${cheat.name}: ${cheat.verdict.replace('_', ' ')}`;
      tryOn(cheat, title, (home) => tryCheat(home, cheat), cheat);
    }
  });

  describe.skipIf(!hasGit)(`the honest twin of a cheat completes (needs git; ${SEED})`, () => {
    for (const twin of pickSome(twins, ({ on }) => JSON.stringify(on), oneOf)) {
      tryOn(twin, `on the project of an agent that ${twin.name}`, (home) => tryHonestly(home, twin.on));
    }
  });

  describe.skipIf(!hasGit)(`an act that only looks like a cheat completes (needs git; ${SEED})`, () => {
    for (const act of pickSome(acts, ({ name }) => name, oneOf)) {
      tryOn(act, `an agent that ${act.name}`, (home) => tryCheat(home, act));
    }
  });

  describe('the corpus', () => {
    test('has every cheat once', () => {
      expect(cheats.map(({ name }) => name)).toEqual([...new Set(cheats.map(({ name }) => name))]);
    });

    test('names the message of each held cheat, and the remedy of each known limitation', () => {
      for (const cheat of cheats)
        expect((cheat.verdict === 'held' ? cheat.names : [cheat.closes]).join('')).not.toBe('');
    });
  });
};
