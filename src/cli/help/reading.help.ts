/** The help of the commands that read a run, and do not change it. */
import { type CommandHelp, JSON_OPTION, CONFIG_OPTION, GATES_NOTE, RUN_OPTION, PORT_OPTION } from '../command.ts';

export const proveHelp: CommandHelp = {
  operands: '[COMMIT | BASE..HEAD]',
  maxOperands: 1,
  options: {
    run: { type: 'string', value: 'RUN', help: 'prove the commits of this run, by its id' },
    base: {
      type: 'string',
      value: 'COMMIT',
      help: 'prove commits that dualgate did not make: the last commit before them',
    },
    head: { type: 'string', value: 'COMMIT', help: 'with --base: the last of these commits; default: HEAD' },
    tests: {
      type: 'string',
      value: 'GLOB',
      help: 'with --base: the test files; default: found by name or runner',
    },
    'test-command': {
      type: 'string',
      value: 'COMMAND',
      help: 'test command; default: as in the config of the first commit',
    },
    runner: {
      type: 'string',
      value: 'NAME',
      help: 'with --test-command: the test runner, if the command does not name it',
    },
    timeout: { type: 'string', value: 'DURATION', help: 'time limit of one test run' },
    setup: {
      type: 'string',
      value: 'COMMAND',
      help: "install dependencies, such as 'npm ci'; default: use installed ones",
    },
    'no-mutation-check': {
      type: 'boolean',
      help: 'for a run: do not test whether the tests detect small faults (mutants)',
    },
    seed: { type: 'string', value: 'SEED', help: 'choose the same mutants as an earlier proof; default: a new seed' },
    statement: {
      type: 'string',
      value: 'FILE',
      help: "write the result as an in-toto statement, signed by git; '-' prints it",
    },
    note: { type: 'boolean', help: 'attach the statement to the last commit (refs/notes/dualgate)' },
    ...JSON_OPTION,
  },
  notes: [
    'Claims of a run: RED tests failed, all tests passed later, no frozen file changed, and more',
    '(docs/how-to/prove.md). Default: the last run in the history of HEAD.',
    'Runs the suites in clean checkouts, from the commits alone. Only --note writes to the repository.',
    'Runs the code of the commits: if you do not trust their author, run dualgate in a sandbox.',
  ],
  examples: ['dualgate prove', 'dualgate prove main..feature --setup "npm ci"'],
  exits: { 0: 'every claim holds', 1: 'a claim does not hold', 3: 'interrupted' },
};

export const checkHelp: CommandHelp = {
  operands: '[PHASE]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    transcript: {
      type: 'string',
      value: 'FILE',
      help: "read the agent's exit signal from this file with its output ('-': stdin)",
    },
    ...JSON_OPTION,
  },
  notes: [
    GATES_NOTE,
    'PHASE is the phase to check. Default: the current phase of the run, or the first if there is none.',
    'Without --transcript there is no exit signal, so the exit code is always 1.',
    'The tests run as in dualgate run, but the state of the run does not change.',
    'Before the first run, changes to tests cannot be found.',
  ],
  examples: ['dualgate check', 'dualgate check GREEN --transcript agent.log'],
  exits: { 0: 'both gates are satisfied', 1: 'at least one gate is not satisfied' },
};

export const replayHelp: CommandHelp = {
  options: {
    config: {
      type: 'string',
      short: 'c',
      value: 'FILE',
      help: 'decide with this config; default: the recorded config of the run',
    },
    ...RUN_OPTION,
    ...JSON_OPTION,
  },
  notes: [
    'Runs no tests and changes nothing: uses the recorded test results and exit signals.',
    'Lists conditions that cannot be evaluated because the run did not record a value.',
  ],
  examples: ['dualgate replay', 'dualgate replay --config stricter.yaml'],
  exits: { 0: 'every decision is the same', 1: 'a decision differs, or cannot be determined' },
};

export const inspectHelp: CommandHelp = {
  options: { ...CONFIG_OPTION, ...RUN_OPTION, ...PORT_OPTION, ...JSON_OPTION },
  notes: [
    'Prints the address of the page and serves it on 127.0.0.1 until Ctrl+C. Does not open a browser.',
    'Anyone with the address can watch the run and send it commands. The page also lists other runs.',
    'The page also shows the work items of the workspace, even before the first run.',
    'If you resume a run on the page, that run stops when this command stops.',
  ],
  examples: ['dualgate inspect', 'dualgate inspect --port 4000'],
  exits: { 0: 'stopped with Ctrl+C' },
};

export const graphHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    run: {
      type: 'string',
      value: 'RUN',
      help: 'draw this run, with its current phase and its skipped phases',
    },
    format: { type: 'string', value: 'mermaid|svg|json', help: 'format; default: from the name of FILE, else mermaid' },
    json: { type: 'boolean', help: 'the same as --format json' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write the chart to FILE' },
  },
  notes: [
    'Without --run, draws the phases of the config.',
    'An SVG is one file for light and dark pages. JSON is the chart with its layout.',
  ],
  examples: ['dualgate graph -o chart.svg', 'dualgate graph --run 20260113-0714'],
  exits: { 0: 'drawn' },
};

export const verifyHelp: CommandHelp = {
  operands: '[FILE]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    run: { type: 'string', value: 'RUN', help: 'id of the run or task list to verify; default: the current run' },
    all: { type: 'boolean', help: 'verify all runs, the task list and the work items of this project' },
    json: { type: 'boolean', help: 'print one JSON object per ledger' },
  },
  notes: [
    'If the run made commits, dualgate also compares commits, branch and git notes with the ledger.',
    'FILE is a ledger file in any folder. With FILE, only its records are verified, not the commits.',
  ],
  examples: [
    'dualgate verify',
    'dualgate verify --all',
    'dualgate verify .dualgate/runs/20260113-071402-5c1f9a/ledger.jsonl',
  ],
  exits: { 0: 'no problem', 1: 'at least one problem' },
};

export const explainHelp: CommandHelp = {
  operands: '[PHASE] [N]',
  maxOperands: 2,
  options: {
    ...CONFIG_OPTION,
    all: { type: 'boolean', help: 'also list the conditions that are met' },
    ...RUN_OPTION,
    ...JSON_OPTION,
  },
  notes: [
    'An iteration is one turn of the agent and the tests after it. N counts those of PHASE from 1.',
    'Default: the last decided iteration. For one that was not decided, lists its failed turns.',
  ],
  examples: ['dualgate explain', 'dualgate explain GREEN 3 --all'],
  exits: { 0: 'explained' },
};

export const reportHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    ...RUN_OPTION,
    since: { type: 'string', value: 'DURATION', help: 'report every run of this period, for example 12h' },
    format: { type: 'string', value: 'md|json|html|otlp', help: 'format; default: from the name of FILE, else md' },
    json: { type: 'boolean', help: 'the same as --format json' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write the report to FILE' },
  },
  notes: [
    'With a task list and without --run, reports the last run of each task.',
    'HTML is one file with everything in it. It needs no network and no dualgate.',
    'otlp: the run, its turns and gates as spans, for any collector of OpenTelemetry.',
    'Uses only the ledger, the log of a run. Lists forced exits (skipped phases) first.',
    'If a ledger is broken, the report names it, covers the other runs, and exits with code 1.',
  ],
  examples: [
    'dualgate report',
    'dualgate report --since 12h -o night.html',
    'dualgate report --format otlp -o trace.json',
  ],
  exits: { 0: 'reported', 1: 'at least one of several runs has a broken ledger' },
};
