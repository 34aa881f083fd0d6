import { describe, expect, it } from 'vitest';
import { RUNNER_NAMES } from '../../../src/runners/runners.ts';
import { LEAST, parse, problemsOf } from './a-config.ts';

/** The least config with one of its own lines replaced, or something put after it. */
const written = (lines: string): string => {
  const [key] = lines.split(':');
  const kept = LEAST.replace(new RegExp(`^${key}:.*\\n(?: .*\\n)*`, 'm'), '');
  return `${lines}\n${kept}`;
};

describe('the value of a key', () => {
  it.each([
    ['version: "1"', '1:10: version must be 1 (got "1")'],
    ['work: specs', '1:7: work must be a map of keys (got "specs")'],
    ['work: {}', '1:7: work needs a `spec`, or `specs`'],
    ['work: { spec: a.md, done: move }', '1:7: work takes done only with `specs`'],
    ['work: { spec: { a: b } }', '1:15: spec must be a path, or a list of paths'],
    ['work: { spec: [] }', '1:15: spec must be a list of 1 or more paths (got a list)'],
    ['work: { spec: [a.md, ./a.md] }', '1:15: spec must name each file once (got a list)'],
    ['work: { spec: [a.md, ../b.md] }', '1:22: spec[1] must be a path inside the folder of the config (got "../b.md")'],
    ['work: { spec: "" }', '1:15: spec must be a path (got "")'],
    ['work: { spec: ../a.md }', '1:15: spec must be a path inside the folder of the config (got "../a.md")'],
    ['work: { spec: /etc/passwd }', '1:15: spec must be a path inside the folder of the config (got "/etc/passwd")'],
    ['work: { spec: a/../../b.md }', '1:15: spec must be a path inside the folder of the config (got "a/../../b.md")'],
    ['agent: { command: {} }', '1:19: command must be a list of words, or one line of text'],
    ['agent: { command: [] }', '1:19: command must name a program (got a list)'],
    ['agent: { command: [""] }', '1:19: command must name a program (got a list)'],
    [
      'agent: { command: " " }',
      '1:19: command names no program (got " "). dualgate uses no shell: put the line into a script and name the script.',
    ],
    [
      'agent: { use: cladue }',
      '1:15: use must be one of claude, codex, gemini, qwen, opencode, copilot, cline, pi, kilo, continue, acp, scripted, session (got "cladue"). Did you mean claude?',
    ],
    [
      'agent: { use: aider }',
      '1:15: use must be one of claude, codex, gemini, qwen, opencode, copilot, cline, pi, kilo, continue, acp, scripted, session (got "aider")',
    ],
    ['agent: { use: claude, script: a }', '1:8: agent takes a script only with `use: scripted`'],
    ['agent: { timeout: 5m }', '1:8: agent needs `use`, or a command'],
    ['agent: { command: a, model: b }', '1:8: agent takes model only when `use` names a program that dualgate knows'],
    ['agent: { command: a, args: [b] }', '1:8: agent takes args only when `use` names a program that dualgate knows'],
    [
      'agent: { use: scripted, script: a, session: resume }',
      '1:8: agent takes session only when `use` names a program that dualgate knows',
    ],
    [
      'agent: { command: a, permissions: all }',
      '1:8: agent takes permissions only when `use` names a program that dualgate knows',
    ],
    ['agent: { use: pi, permissions: yolo }', '1:32: permissions must be one of ask, edit, all (got "yolo")'],
    ['agent: { use: pi, session: on }', '1:28: session must be one of fresh, resume (got "on")'],
    ['agent: { use: pi, args: --quick }', '1:25: args must be a list of words (got "--quick")'],
    [
      'agent: { command: a, sandbox: bubblewarp }',
      '1:31: sandbox must be none, bubblewrap, or a map with `use` or a command (got "bubblewarp")',
    ],
    [
      'agent: { command: a, sandbox: true }',
      '1:31: sandbox must be none, bubblewrap, or a map with `use` or a command (got true)',
    ],
    ['agent: { command: a, sandbox: {} }', '1:31: sandbox needs `use`, or a command'],
    [
      'agent: { command: a, sandbox: { use: bubblewrap, command: b } }',
      '1:31: sandbox takes a command or `use`, not both',
    ],
    [
      'agent: { command: a, sandbox: { command: b, network: none } }',
      '1:31: sandbox takes network, writable, readable, hidden only with `use: bubblewrap`',
    ],
    [
      'agent: { command: a, sandbox: { use: none, hidden: [.env] } }',
      '1:31: sandbox takes network, writable, readable, hidden only with `use: bubblewrap`',
    ],
    [
      'agent: { command: a, sandbox: { use: bubblewrap, network: off } }',
      '1:59: network must be one of keep, agent_only, none (got "off")',
    ],
    [
      'agent: { command: a, sandbox: { use: bubblewrap, writable: ~/.cache } }',
      '1:60: writable must be a list of paths (got "~/.cache")',
    ],
    ['agent: { command: a, use: scripted, script: b }', '1:8: agent takes a command or `use`, not both'],
    ['agent: { use: acp }', '1:8: agent needs a command when `use: acp` is set, such as [gemini, --acp]'],
    [
      'agent: { use: acp, command: a, session: resume }',
      '1:8: agent takes no session when `use: acp` is set: each turn starts a new agent session',
    ],
    ['agent: { use: acp, command: a, script: b }', '1:8: agent takes a script only with `use: scripted`'],
    ['agent: { use: scripted }', '1:8: agent needs a script when `use: scripted` is set'],
    ['agent: { command: a, script: b }', '1:8: agent takes a script only with `use: scripted`'],
    ['agent: { use: scripted, script: 1 }', '1:33: script must be a path (got 1)'],
    [
      'agent: { command: a, timeout: 30 }',
      '1:31: timeout must be a duration with a unit (h, m, s or ms), such as 30m, 90s or 1h30m (got 30)',
    ],
    [
      'agent: { command: a, timeout: 1.5h }',
      '1:31: timeout must be a duration with a unit (h, m, s or ms), such as 30m, 90s or 1h30m (got "1.5h")',
    ],
    ['agent: { command: a, timeout: 0s }', '1:31: timeout must be a duration from 1ms to 500h (got "0s")'],
    ['agent: { command: a, timeout: 501h }', '1:31: timeout must be a duration from 1ms to 500h (got "501h")'],
    ['agent: { command: a, env: [A=1] }', '1:27: env must be a map of names to text (got a list)'],
    ['agent: { command: a, env: { A: 1 } }', '1:32: A must be text; put quotes around it (got 1)'],
    [
      'agent: { command: a, env: { A-B: x } }',
      '1:29: A-B must be the name of a variable, and must not begin with DUALGATE_',
    ],
    [
      'agent: { command: a, env: { DUALGATE_NONCE: x } }',
      '1:29: DUALGATE_NONCE must be the name of a variable, and must not begin with DUALGATE_',
    ],
    ['agent: { command: a, env: { A: "\\0" } }', '1:32: A must be text without a NUL character (got "\\u0000")'],
    ['tests: {}', '1:1: command is missing in tests: it must be a list of words, or one line of text'],
    [
      'tests: { command: a, runner: Vitest }',
      `1:30: runner must be one of ${RUNNER_NAMES.join(', ')} (got "Vitest"). Did you mean vitest?`,
    ],
    ['tests: { command: a, writes: coverage }', '1:30: writes must be a list of globs (got "coverage")'],
    [
      "tests: { command: a, writes: ['gen/[!a]*.js'] }",
      '1:31: writes[0] must say "[^" instead of "[!" (got "gen/[!a]*.js")',
    ],
    ['tests: { command: a, writes: [1] }', '1:31: writes[0] must be a glob (got 1)'],
    [
      'tests: { command: a, writes: ["!src/**"] }',
      '1:31: writes[0] must be a glob over paths inside the workspace, without a leading "!" (got "!src/**")',
    ],
    [
      'tests: { command: a, writes: ["../**"] }',
      '1:31: writes[0] must be a glob over paths inside the workspace, without a leading "!" (got "../**")',
    ],
    [
      'tests: { command: a, known_failing: [1] }',
      '1:38: known_failing[0] must be the name of a test, as dualgate prints it (got 1)',
    ],
    [
      'tests: { command: a, hidden: {} }',
      '1:22: command is missing in hidden: it must be a list of words, or one line of text',
    ],
    ['tests: { command: a, max_runs: 1 }', '1:32: max_runs must be a whole number of 2 or more (got 1)'],
    ['tests: { command: a, max_runs: 2.5 }', '1:32: max_runs must be a whole number of 2 or more (got 2.5)'],
    ['confirmations: 1', '1:16: confirmations must be a whole number from 2 to 100 (got 1)'],
    [
      'signals: { dialect: exit_status }',
      '1:21: dialect must be one of prp, ralph, cub, doyaken, apm2, auto (got "exit_status")',
    ],
    [
      'signals: { dialect: apm2, phase_map: { GREEN: CODING } }',
      '1:47: GREEN must be one of DRAFT, IMPLEMENTATION, CI_PENDING, READY_FOR_REVIEW, REVIEW, READY_FOR_MERGE, COMPLETED, BLOCKED (got "CODING")',
    ],
    ['signals: { phase_map: { GREEN: REVIEW } }', '1:23: phase_map needs `dialect: apm2` (got prp)'],
    [
      'signals: { dialect: apm2, phase_map: { BLUE: REVIEW } }',
      '1:46: phase_map names an unknown phase (got BLUE). Use one of RED, GREEN, REFACTOR, DOCUMENT, or remove this key',
    ],
    ['signals: { require_nonce: "no" }', '1:27: require_nonce must be true or false (got "no")'],
    ['documents: { globs: [] }', '1:21: globs must be a list of 1 or more globs (got a list)'],
    ['documents: { required_docs_count: 0 }', '1:35: required_docs_count must be a whole number of 1 or more (got 0)'],
    ['mutation_check: true', '1:17: mutation_check must be false, or a map of keys (got true)'],
    ['mutation_check: { mutants: 0 }', '1:28: mutants must be a whole number from 1 to 100 (got 0)'],
    [
      'mutation_check: { mutants: 2, at_least: 3 }',
      '1:17: mutation_check needs an `at_least` that is no more than `mutants`',
    ],
    ['mutation_check: { minuets: 3 }', '1:19: unknown key "minuets" in mutation_check. Did you mean minutes?'],
    ['integrity: off', '1:12: integrity must be one of block, warn (got "off")'],
    ['commits: yes', '1:10: commits must be true or false (got "yes")'],
    ['phases: []', '1:9: phases must be a list of 1 or more phases (got a list)'],
    ['phases: [3]', '1:10: phases[0] must be a phase, or the path of a YAML file with phases (got 3)'],
    ['phases: RED', '1:9: phases must be a list of phases (got "RED")'],
    ['limits: { iterations: .inf }', '1:23: iterations must be a whole number of 1 or more (got Infinity)'],
    ['limits: { iterations: -1 }', '1:23: iterations must be a whole number of 1 or more (got -1)'],
    ['limits: { minutes: 30001 }', '1:20: minutes must be a whole number from 1 to 30000 (got 30001)'],
    [
      'limits: { max_refactor_iterations: 0 }',
      '1:36: max_refactor_iterations must be a whole number of 1 or more (got 0)',
    ],
    ['limits: { cost: 0 }', '1:17: cost must be a number above 0 and at most 1000000 (got 0)'],
    ['limits: { cost: .inf }', '1:17: cost must be a number above 0 and at most 1000000 (got Infinity)'],
    ['limits: { calls_per_hour: 0 }', '1:27: calls_per_hour must be a whole number of 1 or more (got 0)'],
    ['circuit_breaker: { reopenings: 101 }', '1:32: reopenings must be a whole number from 0 to 100 (got 101)'],
    ['limits:', '1:1: limits must be a map of keys (got nothing)'],
  ])('%s is refused', (lines, problem) => {
    expect(problemsOf(written(lines))).toEqual([`dualgate.yaml:${problem}`]);
  });

  it.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['1h30m', 5_400_000],
    ['2h5m3s7ms', 7_503_007],
    ['500h', 1_800_000_000],
  ])('%s is a duration', (text, ms) => {
    expect(parse(written(`agent: { command: a, timeout: ${text} }`)).agent.timeout_ms).toBe(ms);
  });

  it.each(['30', '"30"', '30 m', '30min', '-5m', '30m1h', '5mm', '""', '1e3s', '५m'])('%s is no duration', (text) => {
    const shown = text.startsWith('"') ? text : /^\d+$/.test(text) ? text : `"${text}"`;
    expect(problemsOf(written(`agent: { command: a, timeout: ${text} }`))).toEqual([
      `dualgate.yaml:1:31: timeout must be a duration with a unit (h, m, s or ms), such as 30m, 90s or 1h30m (got ${shown})`,
    ]);
  });
});

describe('a key that is not known', () => {
  it.each([
    ['limit: {}', '1:1: unknown key "limit". Did you mean limits?'],
    [
      'cost: 5',
      '1:1: unknown key "cost". Known keys: version, preset, work, agent, tests, checks, measures, signals, documents, integrity, criteria_ids, commits, workspace, setup, mutation_check, confirmations, exit_gate, plans, confidence, phases, limits, circuit_breaker, notify, approval, work_items.',
    ],
    ['limits: { iteration: 5 }', '1:11: unknown key "iteration" in limits. Did you mean iterations?'],
    [
      'constructor: 1',
      '1:1: unknown key "constructor". Known keys: version, preset, work, agent, tests, checks, measures, signals, documents, integrity, criteria_ids, commits, workspace, setup, mutation_check, confirmations, exit_gate, plans, confidence, phases, limits, circuit_breaker, notify, approval, work_items.',
    ],
  ])('%s is refused at its name', (lines, problem) => {
    expect(problemsOf(written(lines))).toEqual([`dualgate.yaml:${problem}`]);
  });
});

describe('a key that contradicts the floor', () => {
  const signal =
    'require_explicit_signal: false is below the floor: no phase is exited without an explicit exit signal of the agent (rule 1.2). Remove the key';
  const tests =
    'evidence_checks.tests: false is below the floor: no phase is exited without measured tests (rule 1.1). Remove the key';

  it.each([
    ['require_explicit_signal: false', `1:1: ${signal}`],
    ['signals: { require_explicit_signal: false }', `1:12: ${signal}`],
    ['exit_gate: { require_explicit_signal: false }', `1:39: ${signal}`],
    ['evidence_checks: { tests: false }', `1:20: ${tests}`],
    ['evidence_checks.tests: false', `1:1: ${tests}`],
    ['gates: [{ evidence_checks: { git: true, tests: false } }]', `1:41: ${tests}`],
  ])('%s is refused with the number of the rule', (lines, problem) => {
    expect(problemsOf(written(lines))).toEqual([`dualgate.yaml:${problem}`]);
  });

  it('is an unknown key like any other when it asks for what holds anyway', () => {
    expect(problemsOf(written('require_explicit_signal: true'))).toEqual([
      'dualgate.yaml:1:1: unknown key "require_explicit_signal". Known keys: version, preset, work, agent, tests, checks, measures, signals, documents, integrity, criteria_ids, commits, workspace, setup, mutation_check, confirmations, exit_gate, plans, confidence, phases, limits, circuit_breaker, notify, approval, work_items.',
    ]);
  });
});

describe('tests.writes', () => {
  it.each(['**', '*.yaml', '{specs,docs}/**'])('%s is refused: it would hide what is frozen', (glob) => {
    const hidden = glob.startsWith('{') ? 'specs/slugify.md' : 'dualgate.yaml';
    expect(problemsOf(written(`tests: { command: a, writes: [ok/**, '${glob}'] }`))).toEqual([
      `dualgate.yaml:1:38: writes[1] must not match ${hidden}, which is frozen (got "${glob}")`,
    ]);
  });
});

describe('tests.report', () => {
  it.each([
    [
      'command: a, runner: junit, files: [t/**]',
      '1:30',
      'runner: junit needs tests.report, or {report} in the command, to find its JUnit XML',
    ],
    ['command: a, runner: node, report: a.xml', '1:44', 'report is for runner: junit only (got runner: node)'],
    ['command: [a, "{report}"], runner: node', '1:19', '{report} is for runner: junit only (got runner: node)'],
    [
      'command: [a, "{report}"], report: a.xml, files: [t/**]',
      '1:44',
      'report and {report} in the command contradict each other: keep one of them',
    ],
    [
      'command: a, hidden: { command: b /srv/b, runner: junit }',
      '1:59',
      'runner: junit needs {report} in the command, as the path of its JUnit XML',
    ],
    [
      'command: a, hidden: { command: [b, "{report}"], runner: tap }',
      '1:41',
      '{report} is for runner: junit only (got runner: tap)',
    ],
  ])('fits the runner: %s', (tests, place, problem) => {
    expect(problemsOf(written(`tests: { ${tests} }`))).toEqual([`dualgate.yaml:${place}: ${problem}`]);
  });

  it.each(['../a.xml', '/tmp/a.xml', '!a.xml', 'src/**', 'build/'])(
    'is refused where it could mean something else than reports: %s',
    (report) => {
      expect(problemsOf(written(`tests: { command: a, files: [t/**], report: ${report} }`))).toHaveLength(1);
    },
  );

  it('makes junit the runner, and so does its place in the command', () => {
    expect(problemsOf(written('tests: { command: a, files: [t/**], report: build/*.xml }'))).toEqual([]);
    expect(problemsOf(written('tests: { command: [a, "--out={report}"] }'))).toEqual([
      expect.stringContaining('runner: junit needs tests.files, since JUnit XML need not name files'),
    ]);
  });
});

describe('tests.files', () => {
  it('is required of a suite whose reports name no files', () => {
    expect(problemsOf(written('tests: { command: a, runner: tap }'))).toEqual([
      'dualgate.yaml:1:30: runner: tap needs tests.files, since TAP names no files. Write the globs of the test files there: they are frozen when RED is exited',
    ]);
  });

  it('is required of no other suite', () => {
    expect(problemsOf(written('tests: { command: a, runner: node }'))).toEqual([]);
    expect(problemsOf(written('tests: { command: a, runner: tap, files: [checks/**] }'))).toEqual([]);
  });
});
