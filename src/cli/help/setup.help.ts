/** The help of the commands that prepare a run, and of those that other programs start. */
import {
  type CommandHelp,
  CONFIG_OPTION,
  JSON_OPTION,
  GATES_NOTE,
  INSPECT_OPTIONS,
  EVENTS_OPTION,
  RUN_EXITS,
  SMOKE_TEST_TIMEOUT,
} from '../command.ts';

export const serveHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    port: {
      type: 'string',
      value: 'N',
      help: 'port of the service on 127.0.0.1; default: 9080. Keep it after a restart',
    },
    admin: { type: 'string', value: 'URL', help: 'admin address of restate-server; default: http://127.0.0.1:9070' },
  },
  notes: [
    'Keeps the leases of work items, for dualgate work --engine URL, and decides with the gates of this',
    'config again what the workers decide (docs/how-to/fleet.md).',
    'Needs restate-server, and the packages @restatedev/restate-sdk and @restatedev/xstate.',
    'Ctrl+C ends the service. Items continue when it is started again.',
  ],
  examples: ['dualgate serve', 'dualgate serve --port 9090'],
  exits: { 0: 'ended by Ctrl+C' },
};

export const hookHelp: CommandHelp = {
  operands: 'install|uninstall|list [claude|codex|gemini|qwen|copilot|cursor]',
  maxOperands: 2,
  options: { yes: { type: 'boolean', short: 'y', help: 'change the settings without asking' }, ...JSON_OPTION },
  notes: [
    'The hooks ask dualgate at each stop of the agent, and before it writes a file. They say nothing',
    'in a folder without an active session.',
    'install shows the change to the settings of the agent, and asks. uninstall restores the file.',
    'A hook that breaks lets the agent stop: dualgate session verify says whether the work completed.',
  ],
  examples: ['dualgate hook install claude', 'dualgate hook uninstall claude --yes'],
  exits: { 0: 'the settings are as asked', 1: 'nothing was changed' },
};

export const mcpHelp: CommandHelp = {
  options: {},
  notes: [
    'The server speaks the Model Context Protocol on stdin and stdout, and ends with stdin.',
    'Its tools: phase_status, check_gate, explain, and in a turn signal_exit.',
    'In a turn, signal_exit counts like the signal command. It needs the DUALGATE_* variables.',
    'The other tools work in every folder with a dualgate.yaml.',
  ],
  examples: ['dualgate mcp', 'claude mcp add dualgate -- dualgate mcp', 'codex mcp add dualgate -- dualgate mcp'],
  exits: { 0: 'stdin has ended' },
};

export const sessionHelp: CommandHelp = {
  operands: 'start [SPEC]|status|end|verify',
  maxOperands: 2,
  options: {
    ...CONFIG_OPTION,
    ...JSON_OPTION,
    reason: { type: 'string', short: 'm', value: 'TEXT', help: 'with end: why; required, and recorded with the run' },
  },
  notes: [
    'A session is a run whose turns are those of the agent that you have open. Its hooks ask the run',
    'at each stop: dualgate hook install (docs/how-to/session.md).',
    'start begins or resumes it, with SPEC instead of work.spec. Inside an agent session, it prints',
    'the prompt of the turn.',
    'end ends it for good. An agent cannot do that.',
    'verify says whether the run completed: a hook that breaks lets the agent stop.',
  ],
  examples: [
    'dualgate session start',
    'dualgate session start specs/login.md',
    'dualgate session end -m "another way"',
    'dualgate session verify',
  ],
  exits: {
    0: 'it is active; with verify: the run completed',
    1: 'there is no active session; with verify: the run did not complete',
  },
};

export const conformanceHelp: CommandHelp = {
  operands: 'FILE',
  maxOperands: 1,
  options: { json: { ...JSON_OPTION['json'], type: 'boolean', help: 'also print a summary as one JSON object' } },
  notes: [
    GATES_NOTE,
    "FILE has one case per line; '-' reads stdin. The format is in docs/reference/conformance.md.",
    'Stdout: one JSON object per case, in the order of FILE. Stderr: answers that were not expected.',
  ],
  examples: ['dualgate conformance cases.jsonl'],
  exits: {
    0: 'every expectation is met',
    1: 'an answer differs from its expectation',
    65: 'FILE cannot be read or has no case, or a line is no case; the other lines are answered',
  },
};

export const presetsHelp: CommandHelp = {
  operands: '[NAME]',
  maxOperands: 1,
  options: { ...JSON_OPTION },
  notes: ['A config uses a preset with `preset: NAME`. Keys of the config replace those of the preset.'],
  examples: ['dualgate presets'],
  exits: { 0: 'printed' },
};

export const demoHelp: CommandHelp = {
  options: {
    folder: { type: 'string', value: 'FOLDER', help: 'folder of the demo; default: a new temporary folder' },
    ...INSPECT_OPTIONS,
    ...EVENTS_OPTION,
  },
  notes: ['The demo is a real git repository with a real test runner. It is kept for you to look at.'],
  examples: ['dualgate demo', 'dualgate demo --inspect'],
  exits: { ...RUN_EXITS, 0: 'completed' },
};

export const doctorHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    'try-agent': { type: 'boolean', help: 'also run one short turn of the agent here; it may cost a little' },
    timeout: {
      type: 'string',
      value: 'DURATION',
      help: `with --try-agent: time limit of that turn; default: ${SMOKE_TEST_TIMEOUT}`,
    },
    'write-known-failing': {
      type: 'boolean',
      help: 'list the failing tests under tests.known_failing in the config',
    },
    'number-criteria': { type: 'boolean', help: 'write an id in front of each criterion of the spec that has none' },
    ...JSON_OPTION,
  },
  notes: [
    'Runs the suite once, and changes nothing in the workspace.',
    'With --write-known-failing, the suite runs twice more, and only the config is changed.',
    'With --number-criteria, only the spec is changed.',
    'With --try-agent, removes the two files that the turn creates, and lists other changes.',
  ],
  examples: ['dualgate doctor', 'dualgate doctor --try-agent', 'dualgate doctor --write-known-failing'],
  exits: { 0: 'no problem; there may be warnings', 1: 'at least one problem', 3: 'interrupted' },
};

export const initHelp: CommandHelp = {
  options: {
    preset: {
      type: 'string',
      value: 'NAME',
      help: 'start from a preset (config of a known system); dualgate presets lists them',
    },
    quick: { type: 'boolean', help: 'only RED and GREEN: no REFACTOR, no DOCUMENT' },
    package: { type: 'string', value: 'NAME', help: 'run the tests of one package of a monorepo, by name or folder' },
    issue: {
      type: 'string',
      value: 'ISSUE',
      help: 'write an issue into specs/: a number or URL that gh can read, or a file',
    },
    print: { type: 'boolean', help: 'print the config instead of writing it' },
    force: { type: 'boolean', short: 'f', help: 'replace an existing config' },
  },
  examples: [
    'dualgate init',
    'dualgate init --quick',
    'dualgate init --issue 42',
    'dualgate init --package packages/api',
  ],
  exits: { 0: 'written, or printed', 1: 'a config already exists, or a package must be chosen' },
};
