import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, toPromise, waitFor } from 'xstate';
import {
  type Course,
  type Iteration,
  type MeasureInput,
  type Preparation,
  runMachine,
  type TestRunInput,
  type Wait,
} from '../../machines/index.ts';

/** Each step answers with its name, beside what the loop knows. */
type Named = Iteration & { readonly by: string };

const PREPARED: Iteration = { phase: 'GREEN', iteration: 1, attempt: 1, green_runs_wanted: 2, max_runs: 5 };
const COMPLETED: Course<null> = { end: { status: 'completed', why: 'done' } };
const by = (step: string, iteration: Iteration = PREPARED): Named => ({ ...iteration, by: step });

/** A world in which `runs` says what each test run shows and `decisions` what comes of each iteration. */
const aWorld = (facts: {
  readonly runs?: readonly {
    readonly green: boolean;
    readonly tree?: string;
    readonly is_discarded?: boolean;
    readonly is_held?: boolean;
  }[];
  readonly decisions?: readonly Course<Wait | null>[];
  readonly begin?: readonly Preparation[];
  readonly turns?: readonly Iteration[];
  readonly prepared?: Iteration;
  readonly baseline?: Course<null> | Promise<Course<null>>;
  readonly agent?: Promise<Iteration>;
  readonly waited?: Promise<null>;
  readonly discarded?: Course<Wait | null>;
}) => {
  const log: string[] = [];
  const greenRunsSeen: number[] = [];
  const handed: (readonly [to: string, Iteration])[] = [];
  const next = <T>(list: readonly T[], i: number, otherwise: T): T => list[i] ?? otherwise;
  let runs = 0;
  let turns = 0;
  let started = 0;
  let decisions = 0;
  const machine = runMachine.provide({
    actors: {
      baseline: fromPromise<Course<null>, undefined>(async () => {
        log.push('baseline');
        return facts.baseline ?? { go: null };
      }),
      prepare: fromPromise<Preparation, undefined>(async () => {
        log.push('prepare');
        return next(facts.begin ?? [], started++, {
          go: by(`prepare ${started}`, facts.prepared),
        });
      }),
      turn: fromPromise<Iteration, Iteration>(async ({ input }) => {
        log.push('turn');
        handed.push(['turn', input]);
        if (facts.agent !== undefined) return facts.agent;
        return next(facts.turns ?? [], turns++, by('turn', input));
      }),
      tests: fromPromise<Iteration, TestRunInput>(async ({ input: { iteration, greenRuns } }) => {
        const { green, tree = 'a1', ...answer } = next(facts.runs ?? [], runs++, { green: true });
        log.push(green ? 'green' : 'red');
        handed.push(['tests', iteration]);
        greenRuns.send({ type: 'TEST_RUN_ENDED', green, tree });
        return { ...by(`tests ${runs}`, iteration), ...answer };
      }),
      measure: fromPromise<Iteration, MeasureInput>(async ({ input: { iteration, consecutive_green_runs } }) => {
        log.push('measure');
        greenRunsSeen.push(consecutive_green_runs);
        handed.push(['measure', iteration]);
        return by('measure', iteration);
      }),
      decide: fromPromise<Course<Wait | null>, Iteration>(async ({ input }) => {
        log.push('decide');
        handed.push(['decide', input]);
        return next(facts.decisions ?? [], decisions++, COMPLETED);
      }),
      discard: fromPromise<Course<Wait | null>, Iteration>(async ({ input }) => {
        log.push('discarded');
        handed.push(['discarded', input]);
        return facts.discarded ?? { go: null };
      }),
      wait: fromPromise<null, Wait>(async ({ input }) => {
        log.push(`wait until ${input.until}`);
        return facts.waited ?? null;
      }),
    },
  });
  const actor = createActor(machine, { input: { resumed: false } });
  return { actor, log, greenRunsSeen, handed, end: () => toPromise(actor.start()) };
};

const DISCARDED: Named = { ...by('turn'), is_discarded: true };

describe('the loop', () => {
  test('measures again while the suite is green, until it is green often enough', async () => {
    const world = aWorld({});
    expect(await world.end()).toEqual({ status: 'completed', why: 'done' });
    expect(world.log).toEqual(['baseline', 'prepare', 'turn', 'green', 'green', 'measure', 'decide']);
    expect(world.greenRunsSeen).toEqual([2]);
  });

  test('does not run a red suite again', async () => {
    const world = aWorld({ runs: [{ green: false }] });
    await world.end();
    expect(world.log.filter((each) => each === 'red' || each === 'green')).toEqual(['red']);
  });

  test('resets the counter to 0 on a flaky run', async () => {
    const world = aWorld({ runs: [{ green: true }, { green: false }] });
    await world.end();
    expect(world.greenRunsSeen).toEqual([0]);
  });

  test('stops waiting for green runs after max_runs when the tree keeps changing', async () => {
    const world = aWorld({ runs: ['a', 'b', 'c', 'd', 'e', 'f'].map((tree) => ({ green: true, tree })) });
    await world.end();
    expect(world.log.filter((each) => each === 'green').length).toBe(5);
    expect(world.greenRunsSeen).toEqual([1]);
  });

  test('forgets everything measured when the next iteration begins: green runs start at 0', async () => {
    const world = aWorld({
      prepared: { ...PREPARED, green_runs_wanted: 3 },
      runs: [{ green: true }, { green: true }, { green: false }, { green: true }, { green: false }],
      decisions: [{ go: null }, COMPLETED],
    });
    await world.end();
    expect(world.greenRunsSeen).toEqual([0, 0]);
  });

  test('passes each step the answer of the one before it, and nothing of another iteration', async () => {
    const world = aWorld({ turns: [DISCARDED] });
    await world.end();
    expect(world.handed).toEqual([
      ['turn', by('prepare 1')],
      ['discarded', DISCARDED],
      ['turn', by('prepare 2')],
      ['tests', by('turn')],
      ['tests', by('tests 1')],
      ['measure', by('tests 2')],
      ['decide', by('measure')],
    ]);
  });

  test('hands on the answer itself, and forgets it when the iteration is over', async () => {
    const answer: Named = Object.freeze(by('turn'));
    const world = aWorld({ turns: [answer], decisions: [{ go: null }], begin: [{ go: PREPARED }, COMPLETED] });
    await world.end();
    expect(world.handed.find(([to]) => to === 'tests')?.[1]).toBe(answer);
    expect(world.actor.getSnapshot().context).toMatchObject({ iteration: null, greenRuns: null, wait: null });
  });

  test('lets no gate judge a turn whose test run is discarded, and begins anew', async () => {
    const world = aWorld({ runs: [{ green: false, is_discarded: true }] });
    await world.end();
    expect(world.log.slice(0, 6)).toEqual(['baseline', 'prepare', 'turn', 'red', 'discarded', 'prepare']);
    expect(world.handed[2]).toEqual(['discarded', { ...by('tests 1'), is_discarded: true }]);
  });

  test('starts no further test run where the phase is held anyway, and counts what ran', async () => {
    const world = aWorld({ runs: [{ green: true, is_held: true }] });
    await world.end();
    expect(world.log).toEqual(['baseline', 'prepare', 'turn', 'green', 'measure', 'decide']);
    expect(world.greenRunsSeen).toEqual([1]);
  });

  test('lets no gate judge a discarded turn', async () => {
    const world = aWorld({ turns: [DISCARDED] });
    await world.end();
    expect(world.log.slice(0, 5)).toEqual(['baseline', 'prepare', 'turn', 'discarded', 'prepare']);
  });

  const UNTIL = { for: 'provider', until: '2026-01-02T03:05:00Z' } as const;
  const A_WAIT = { go: UNTIL };

  test('waits for a limit before it prepares the next turn', async () => {
    const world = aWorld({ turns: [DISCARDED], discarded: A_WAIT });
    await world.end();
    expect(world.log.slice(2, 6)).toEqual(['turn', 'discarded', 'wait until 2026-01-02T03:05:00Z', 'prepare']);
  });

  test('waits before it prepares a turn as long as something keeps it from beginning', async () => {
    const world = aWorld({ begin: [{ wait: { ...UNTIL, for: 'breaker' } }] });
    await world.end();
    expect(world.log.slice(0, 4)).toEqual(['baseline', 'prepare', 'wait until 2026-01-02T03:05:00Z', 'prepare']);
  });

  test('waits after a decision that asks for it', async () => {
    const world = aWorld({ decisions: [A_WAIT, COMPLETED] });
    await world.end();
    expect(world.log).toContain('wait until 2026-01-02T03:05:00Z');
    expect(world.log.filter((each) => each === 'decide')).toHaveLength(2);
  });

  test('does not wait any longer once it is interrupted', async () => {
    const world = aWorld({ turns: [DISCARDED], discarded: A_WAIT, waited: new Promise(() => {}) });
    const ended = world.end();
    await waitFor(world.actor, (snapshot) => snapshot.hasTag('waiting'));
    world.actor.send({ type: 'INTERRUPT' });
    expect(await ended).toEqual({ status: 'interrupted', why: 'Interrupted' });
  });

  test('does not begin to wait when it was interrupted during the turn', async () => {
    let finish: (ended: Iteration) => void = () => {};
    const agent = new Promise<Iteration>((resolve) => {
      finish = resolve;
    });
    const world = aWorld({ agent, discarded: A_WAIT, waited: new Promise(() => {}) });
    const ended = world.end();
    await waitFor(world.actor, (snapshot) => snapshot.matches('agentWorking'));
    world.actor.send({ type: 'INTERRUPT' });
    finish(DISCARDED);
    expect(await ended).toEqual({ status: 'interrupted', why: 'Interrupted' });
    expect(world.log.at(-1)).toBe('discarded');
  });

  test('does not begin when the baseline fails', async () => {
    const world = aWorld({ baseline: { end: { status: 'needs_human', why: 'red before the run began' } } });
    expect(await world.end()).toEqual({ status: 'needs_human', why: 'red before the run began' });
    expect(world.log).toEqual(['baseline']);
  });

  test('ends at a first interrupt during the baseline: no turn was used yet', async () => {
    const world = aWorld({ baseline: new Promise(() => {}) });
    const ended = world.end();
    await waitFor(world.actor, (snapshot) => snapshot.matches('takingBaseline'));
    world.actor.send({ type: 'INTERRUPT' });
    expect(await ended).toEqual({ status: 'interrupted', why: 'Interrupted' });
    expect(world.log).toEqual(['baseline']);
  });

  test('takes no baseline of a run that resumes', async () => {
    const world = aWorld({});
    const resumed = createActor(world.actor.logic, { input: { resumed: true } });
    await toPromise(resumed.start());
    expect(world.log[0]).toBe('prepare');
  });

  test('lets the iteration finish on a first interrupt, and begins no other', async () => {
    let finish: (ended: Iteration) => void = () => {};
    const agent = new Promise<Iteration>((resolve) => {
      finish = resolve;
    });
    const world = aWorld({ agent, decisions: [{ go: null }] });
    const ended = world.end();
    await waitFor(world.actor, (snapshot) => snapshot.matches('agentWorking'));
    world.actor.send({ type: 'INTERRUPT' });
    finish(by('turn'));
    expect(await ended).toEqual({ status: 'interrupted', why: 'Interrupted' });
    expect(world.log.at(-1)).toBe('decide');
  });

  test('calls a completion a completion even when it was interrupted', async () => {
    let finish: (ended: Iteration) => void = () => {};
    const agent = new Promise<Iteration>((resolve) => {
      finish = resolve;
    });
    const world = aWorld({ agent });
    const ended = world.end();
    await waitFor(world.actor, (snapshot) => snapshot.matches('agentWorking'));
    world.actor.send({ type: 'INTERRUPT' });
    finish(by('turn'));
    expect(await ended).toEqual({ status: 'completed', why: 'done' });
  });

  test('ends at once on a second interrupt', async () => {
    const world = aWorld({ agent: new Promise(() => {}) });
    const ended = world.end();
    await waitFor(world.actor, (snapshot) => snapshot.matches('agentWorking'));
    world.actor.send({ type: 'INTERRUPT' });
    world.actor.send({ type: 'STOP' });
    expect(await ended).toEqual({ status: 'interrupted', why: 'Interrupted' });
    expect(world.log.at(-1)).toBe('turn');
  });

  test('fails with the error of an actor that could not do its work', async () => {
    const error = new Error('disk full');
    const world = aWorld({ agent: Promise.reject(error) });
    expect(await world.end()).toEqual({ status: 'failed', error });
  });

  test('refuses to work without actors', async () => {
    const output = await toPromise(createActor(runMachine, { input: { resumed: false } }).start());
    expect(output).toEqual({
      status: 'failed',
      error: new Error('Cannot run the loop: no baseline actor was provided.'),
    });
  });
});
