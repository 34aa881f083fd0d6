import { bench, describe } from 'vitest';
import { createActor } from 'xstate';
import { compileGates, decide, DEFAULT_PHASES } from '../../gates/index.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import { anIteration } from '../gates/an-iteration.ts';

const config = { phases: DEFAULT_PHASES };
const [red] = compileGates(config);
const held = anIteration('RED', { tests_failing: 5, tests_passing: 1 });
const actor = createActor(createTddMachine(config).provide(bindGates(config))).start();

/** A decision costs microseconds: beside it, what printing its record as JSON costs. */
describe('one decision', () => {
  bench('JSON.stringify of the record (reference)', () => {
    JSON.stringify(held);
  });
  bench('decide', () => {
    if (red !== undefined) decide(red, held);
  });
  bench('ITERATION to a live chart, held', () => {
    actor.send({ type: 'ITERATION', record: held });
  });
});
