import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PREMATURE_SIGNAL } from '../../gates/decide.ts';
import { hasGit } from '../evidence/a-repository.ts';
import type { Cheat } from './a-cheat.ts';
import { pickSome, SEED } from './pick-some.ts';
import { FAMILIES } from './families/index.ts';
import { HONEST_ACTS } from './honest-acts.ts';
import { type Outcome, removeHome, tryCheat, tryHonestly } from './try-cheat.ts';

vi.setConfig({ testTimeout: 180_000 });

const HOME = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-cheats-')));
beforeAll(() => {
  vi.stubEnv('HOME', HOME);
  vi.stubEnv('XDG_CONFIG_HOME', '');
  vi.stubEnv('XDG_STATE_HOME', join(HOME, 'state'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await removeHome(HOME);
});

const CHEATS = FAMILIES.flatMap(({ cheats }) => cheats);
const TWINS = [
  ...new Map(
    CHEATS.filter(({ on }) => on.isHollow !== true).map(({ on, name }) => [JSON.stringify(on), { on, name }]),
  ).values(),
];
const COMPLETED = { status: 'completed', path: ['RED left', 'GREEN left'] };

/** Each has a home of its own, and what it leaves in that of the user is gone before the next. */
const inHome = async <T>(name: string, use: (home: string) => Promise<T>): Promise<T> => {
  const home = join(HOME, name.replaceAll(/\W+/g, '-').slice(0, 60));
  try {
    return await use(home);
  } finally {
    for (const left of [home, join(HOME, '.npmrc'), join(HOME, '.config')]) await removeHome(left);
  }
};

const expectHeld = (cheat: Extract<Cheat, { readonly verdict: 'held' }>, outcome: Outcome): void => {
  for (const words of cheat.names) expect(outcome.told).toContain(words);
  const before = cheat.phase === 'RED' ? [] : ['RED left'];
  if (cheat.breaks === true) expect(outcome).toMatchObject({ status: 'broken', path: before });
  else {
    const path = [...before, `${cheat.phase} held`];
    expect(outcome).toMatchObject({ status: 'stuck', path, reason: PREMATURE_SIGNAL });
  }
};

describe.skipIf(!hasGit).each(FAMILIES)(`a cheat (needs git; ${SEED}): $title`, ({ cheats }) => {
  for (const cheat of pickSome(cheats, ({ name }) => name)) {
    const { name, verdict, only = process.platform } = cheat;
    test.skipIf(only !== process.platform)(`an agent that ${name}: ${verdict.replace('_', ' ')}`, async () => {
      const outcome = await inHome(name, (home) => tryCheat(home, cheat));
      if (cheat.verdict === 'held') expectHeld(cheat, outcome);
      // It goes through: whoever closes it sees this fail, and says so in the corpus.
      else expect(outcome).toMatchObject(COMPLETED);
    });
  }
});

describe.skipIf(!hasGit)(`the honest twin of a cheat completes (needs git; ${SEED})`, () => {
  for (const { on, name } of pickSome(TWINS, (twin) => JSON.stringify(twin.on))) {
    test(`on the project of an agent that ${name}`, async () => {
      expect(await inHome(`twin of ${name}`, (home) => tryHonestly(home, on))).toMatchObject(COMPLETED);
    });
  }
});

describe.skipIf(!hasGit)(`what looks like a cheat and is none completes (needs git; ${SEED})`, () => {
  for (const act of pickSome(HONEST_ACTS, ({ name }) => name)) {
    test(`an agent that ${act.name}`, async () => {
      expect(await inHome(act.name, (home) => tryCheat(home, act))).toMatchObject(COMPLETED);
    });
  }
});

describe('the corpus', () => {
  test('has every cheat once', () => {
    expect(CHEATS.map(({ name }) => name)).toEqual([...new Set(CHEATS.map(({ name }) => name))]);
  });

  test('names what holds each, and what closes the open ones', () => {
    for (const cheat of CHEATS) expect((cheat.verdict === 'held' ? cheat.names : [cheat.closes]).join('')).not.toBe('');
  });
});
