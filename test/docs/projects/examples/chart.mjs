import { createActor } from 'xstate';
import { CLEAN_MEASUREMENT, compileGates, createIteration, decide, DEFAULT_PHASES } from 'dualgate/gates';
import { bindGates, createTddMachine } from 'dualgate/machines';

const config = { phases: DEFAULT_PHASES };
const machine = createTddMachine(config).provide(bindGates(config));
const measured = { ...CLEAN_MEASUREMENT, criteria_count: 4, tests_total: 4, tests_failing: 0, tests_passing: 4 };

const red = createIteration({ phase: 'RED', iteration: 1, exit_signal: true, metrics: { ...measured, tests_failing: 4, tests_passing: 0 } });
const flaky = createIteration({ phase: 'GREEN', iteration: 1, exit_signal: true, metrics: { ...measured, consecutive_green_runs: 1 } });
const stable = createIteration({ phase: 'GREEN', iteration: 2, exit_signal: true, metrics: { ...measured, consecutive_green_runs: 2 } });

const yesterday = createActor(machine).start();
for (const record of [red, flaky]) yesterday.send({ type: 'ITERATION', record });
const saved = JSON.stringify(yesterday.getPersistedSnapshot());

const today = createActor(machine, { snapshot: JSON.parse(saved) }).start();
today.on('phase.exited', ({ phase }) => console.log(`${phase} exited`));
const green = compileGates(config).find(({ phase }) => phase.phase === 'GREEN');
console.log(today.getSnapshot().value, decide(green, flaky).gate_1.unmet.map(({ clause }) => clause));
today.send({ type: 'ITERATION', record: stable });
console.log(today.getSnapshot().value);
