/**
 * Options, notes and exit codes that several commands share; data for their help only.
 *
 * @module
 */
import type { Options } from './command.ts';

export const CONFIG_OPTION: Options = {
  config: {
    type: 'string',
    short: 'c',
    value: 'FILE',
    help: 'config file; default: dualgate.yaml here or in a parent folder',
  },
};

export const JSON_OPTION: Options = { json: { type: 'boolean', help: 'print one JSON object' } };

export const RUN_OPTION: Options = {
  run: { type: 'string', value: 'RUN', help: 'the id of a run, or its first characters; default: the current run' },
};

export const REASON_OPTION: Options = {
  reason: { type: 'string', short: 'm', value: 'TEXT', help: 'why; required, and recorded with the run' },
};

export const EVENTS_OPTION: Options = {
  json: { type: 'boolean', help: 'print events as NDJSON (docs/reference/records.md)' },
};

/** For the help of commands that name the gates. */
export const GATES_NOTE =
  'A phase has two gates: its tests must meet a condition, and the agent must signal that it is done.';

/** For commands that follow a run. */
export const WATCH_OPTIONS: Options = {
  ...EVENTS_OPTION,
  'agent-output': { type: 'boolean', help: 'with --json: also print the output of the agent as events' },
};

export const UNTIL_OPTION: Options = {
  until: { type: 'string', value: 'PHASE', help: 'pause after this phase' },
};

export const ASK_OPTION: Options = {
  ask: { type: 'boolean', help: 'if the run is stuck or needs human input, ask: reset, guide, skip or abort' },
};

export const DETACH_OPTION: Options = {
  detach: { type: 'boolean', help: 'run in the background, without a terminal; prints how to end it' },
};

export const PORT_OPTION: Options = {
  port: { type: 'string', value: 'N', help: 'port of the page on 127.0.0.1; default: a free port' },
};

export const INSPECT_OPTIONS: Options = {
  inspect: { type: 'boolean', help: 'serve a page to watch the run, and print its address on stderr' },
  port: { type: 'string', value: 'N', help: 'with --inspect: port of the page; default: a free port' },
};

/** For the help of each. */
export const INSPECT_NOTE = 'With --inspect, anyone with the address can watch the run and send it commands.';

export const STATELY_OPTION: Options = {
  'inspect-stately': {
    type: 'boolean',
    help: "show the state machine in Stately's inspector (docs/how-to/inspector.md)",
  },
};

export const THRESHOLD_OPTION: Options = {
  'exit-threshold': {
    type: 'string',
    value: 'N',
    help: 'with exit_gate: number of signs of completion that a phase needs',
  },
};

/** For the help. */
export const THRESHOLD_NOTE =
  'CUB_EXIT_THRESHOLD=N in the environment also sets --exit-threshold (docs/how-to/presets.md).';

/** Exit codes of commands that follow a run (rule 4.9). */
export const RUN_EXITS: Readonly<Record<number, string>> = {
  0: 'completed, or paused by --until',
  1: 'stuck, for example without progress or at a limit',
  2: 'aborted by a person (dualgate abort)',
  3: 'interrupted, for example with Ctrl+C',
  4: 'needs human input',
};

export const OPERATOR_OPTIONS: Options = {
  ...CONFIG_OPTION,
  'no-wait': { type: 'boolean', help: 'do not wait: exit with code 1 if the agent or the tests are running' },
  ...JSON_OPTION,
};

/** For the help of each. */
export const OPERATOR_NOTE =
  'For people, not for the agent. While the agent or the tests are running, waits for their end.';

export const NOT_TAKEN = { 1: 'with --no-wait: nothing was done, because the agent or the tests are running' } as const;

/** How long the turn of `doctor --try-agent` may take, by default. */
export const SMOKE_TEST_TIMEOUT = '3m';
