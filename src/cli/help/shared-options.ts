/**
 * Options, notes and exit codes that several commands have in common; data for their help, and nothing that carries them out.
 *
 * @module
 */
import type { Options } from '../command.ts';

export const CONFIG_OPTION: Options = {
  config: { type: 'string', short: 'c', value: 'FILE', help: 'the config; by default dualgate.yaml here or above' },
};

export const JSON_OPTION: Options = { json: { type: 'boolean', help: 'print one JSON object' } };

export const REASON_OPTION: Options = {
  reason: { type: 'string', short: 'm', value: 'TEXT', help: 'why, in your words; required, and recorded for ever' },
};

/** Of commands that follow a run. */
export const WATCH_OPTIONS: Options = {
  json: { type: 'boolean', help: 'print events as NDJSON (docs/reference/records.md)' },
  'agent-output': { type: 'boolean', help: 'with --json: what the agent prints, as events too' },
};

export const ASK_OPTION: Options = {
  ask: {
    type: 'boolean',
    help: 'when the work is halted, ask what to do (reset, guide, skip, abort); needs a terminal',
  },
};

export const PORT_OPTION: Options = {
  port: { type: 'string', value: 'N', help: 'port of the page on 127.0.0.1; by default any that is free' },
};

export const INSPECT_OPTIONS: Options = {
  inspect: { type: 'boolean', help: 'serve a page to watch it in a browser; its address is printed on stderr' },
  port: { type: 'string', value: 'N', help: 'with --inspect: port of the page; by default any that is free' },
};

/** For the help of each. */
export const INSPECT_NOTE =
  'With --inspect: whoever has the address can look and give orders. The page ends with the command.';

export const STATELY_OPTION: Options = {
  'inspect-stately': {
    type: 'boolean',
    help: "show it in Stately's inspector; prints where (docs/how-to/inspector.md)",
  },
};

export const THRESHOLD_OPTION: Options = {
  'exit-threshold': {
    type: 'string',
    value: 'N',
    help: 'so many indicators of completion, whatever the config says; recorded',
  },
};

/** For the help. */
export const THRESHOLD_NOTE =
  'CUB_EXIT_THRESHOLD=N in the environment does what --exit-threshold N does, where indicators are counted.';

/** Exit codes of commands that follow a run (RULES 4.9). */
export const RUN_EXITS: Readonly<Record<number, string>> = {
  0: 'completed, or paused by --until',
  1: 'stuck',
  2: 'aborted',
  3: 'interrupted',
  4: 'needs a person',
};

export const ORDER_OPTIONS: Options = {
  ...CONFIG_OPTION,
  'no-wait': { type: 'boolean', help: 'give up when the agent or the tests are at work' },
  ...JSON_OPTION,
};

export const RUN_OPTION: Options = {
  run: { type: 'string', value: 'RUN', help: 'to this run; by default the one that goes on, else the current one' },
};

/** For the help of each. */
export const ORDER_NOTE =
  'Only for an operator. A run that goes on takes it between two turns; while the agent or the tests are at work it waits.';

export const NOT_TAKEN = { 1: 'not taken: the agent or the tests are at work, and --no-wait was given' } as const;

/** How long the turn of `doctor --probe` may take, by default. */
export const PROBE_TIMEOUT = '3m';
