/**
 * The loop's actors with files, clocks and processes behind them.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { fromPromise } from 'xstate';
import {
  type Beginning,
  type Course,
  type EvidenceQuestion,
  type Prepared,
  runMachine,
  type TestRunQuestion,
  type TurnEnded,
  type VoidTurn,
  type Wait,
} from '../../machines/index.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import { coolBreaker } from '../loop/breaker/record-breaker.ts';
import { decideIteration } from '../loop/decide-iteration.ts';
import { gatherEvidence } from '../loop/gather-evidence.ts';
import type { OrderDesk } from '../orders/order-desk.ts';
import { probeIteration } from '../loop/probe-iteration.ts';
import { prepareTurn } from '../loop/prepare-turn.ts';
import { runSuite } from '../loop/tests/run-suite.ts';
import type { RunSite } from '../loop/run-site.ts';
import { takeAgentTurn } from '../loop/turn/take-agent-turn.ts';
import { takeInventory } from './take-inventory.ts';
import { recordVoidTurn } from '../loop/void-turn.ts';

export interface Provisions {
  /** Hears of all work that an interrupt has to wait for. */
  readonly track: <T>(work: Promise<T>) => Promise<T>;
  /** Orders are taken right before a turn is prepared, and while a limit is waited out. */
  readonly desk: OrderDesk;
}

/** The run machine on a site. */
export const provideActors = (site: RunSite, { track, desk }: Provisions): typeof runMachine =>
  runMachine.provide({
    actors: {
      inventory: fromPromise<Course<null>, undefined>(({ signal }) => track(takeInventory(site, signal))),
      prepare: fromPromise<Beginning, undefined>(() => track(desk.visit().then(() => prepareTurn(site)))),
      agent: fromPromise<TurnEnded, Prepared>(({ input, signal }) => track(takeAgentTurn(site, input, signal))),
      testRunner: fromPromise<null, TestRunQuestion>(({ input, signal }) => track(runSuite(site, input, signal))),
      evidence: fromPromise<IterationRecord, EvidenceQuestion>(({ input, signal }) =>
        track(gatherEvidence(site, input, signal).then((record) => probeIteration(site, record, signal))),
      ),
      decide: fromPromise<Course<Wait | null>, IterationRecord>(({ input }) =>
        track(Promise.resolve().then(() => decideIteration(site, input))),
      ),
      voidTurn: fromPromise<Course<Wait | null>, VoidTurn>(({ input }) =>
        track(Promise.resolve().then(() => recordVoidTurn(site, input))),
      ),
      wait: fromPromise<null, Wait>(({ input, signal }) =>
        track(
          desk
            .standOpen((until) => waitOut(input.until, site.now, until), signal)
            .then((waited) => (input.for === 'breaker' ? endRest(site) : waited)),
        ),
      ),
    },
  });

/** An order may have closed the breaker, or ended the work, meanwhile. */
const endRest = (site: RunSite): null => {
  coolBreaker(site);
  return null;
};

/** How often the clock is looked at: a machine that slept, or whose clock was set, is late by no more; milliseconds. */
const LOOK_MS = 10_000;

/**
 * A clock that is set back meanwhile does not make it longer.
 *
 * @param until - ISO 8601; a time that has passed is not waited for
 * @throws an `AbortError` when `signal` aborts
 */
export const waitOut = async (until: string, now: () => Date, signal: AbortSignal): Promise<null> => {
  const begun = performance.now();
  const whole = leftUntil(until, now);
  const left = () => Math.min(leftUntil(until, now), whole - (performance.now() - begun));
  for (let ms = left(); ms > 0; ms = left()) await wait(Math.min(Math.ceil(ms), LOOK_MS), undefined, { signal });
  return null;
};

const leftUntil = (until: string, now: () => Date): number => Date.parse(until) - now().getTime();
