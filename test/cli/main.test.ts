import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import manifest from '../../package.json' with { type: 'json' };
import { runLine } from './memory-io.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the program', () => {
  it.each(['--version', '-v', 'version'])('prints its version for %s', async (asked) => {
    expect(await runLine([asked])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it('shows its help on request, and without a command', async () => {
    const { stdout } = await runLine(['--help']);
    for (const argv of [[], ['-h'], ['help'], ['help', '--help']])
      expect(await runLine(argv)).toEqual({ code: 0, stdout, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "dualgate drives a coding agent through RED, GREEN, REFACTOR and DOCUMENT. A phase is exited only
      when the measured tests and the agent's exit signal agree in the same iteration.

      Usage: dualgate COMMAND [OPTIONS]

      Start:
        init         write a commented dualgate.yaml for this project
        presets      list the presets (configs of known systems), or print one of them
        doctor       find problems that prevent a run, and show how to fix them
        run          start or continue a run: the agent works phase by phase until all are done
        session      let the agent session that you have open take the turns of a run
        hook         add the hooks of a session to an agent program, or remove them
        demo         watch dualgate check a scripted agent that claims success too early

      Watch:
        status       show the state of a run and what it is waiting for
        inspect      show a run in a browser, while it runs or afterwards
        explain      explain why a phase ended, or why the agent must continue
        report       report what a run did, as Markdown, JSON or HTML
        graph        draw the phases of the config or of a run as a chart

      Decide:
        check        run the tests now, and show whether the phase could end
        mcp          serve the exit signal, the status and the gates to an agent, over MCP
        conformance  evaluate both gates on a file of test cases
        replay       decide a recorded run again, with its own config or another one

      Operate:
        resume       resume a run that was interrupted, halted or killed
        stop         end an active run after its iteration, or at once
        approve      let a phase end that waits for you
        reject       hold it, and tell the agent why
        skip         end the current phase although its gates are not satisfied (a forced exit)
        rollback     return the branch and its files to the end of an earlier phase
        accept       list changes to frozen files, such as tests, and accept them
        reopen       let one frozen test be edited
        guide        add a message to every prompt of the agent until the phase ends
        reset        count iterations, minutes and cost from 0 again, without resuming
        abort        end a run for good

      Many at once:
        work         hand work items to sessions and workers, one at a time each, by leases
        serve        serve leases and gates of a fleet, on a Restate server

      Prove:
        verify       find changed, lost or reordered records in a ledger, the log of a run
        prove        run the tests of commits again in clean checkouts, to prove what a run did

      Options:
        -h, --help     show this help, or the help of a command
        -v, --version  show the version

      Exit codes of every command: 64 wrong usage, 70 error of dualgate or the system,
      77 refused in this state, 78 wrong config.
      The help of each command lists its other exit codes.
      "
    `);
  });

  it('shows the help of a command for every form of the request', async () => {
    const { stdout } = await runLine(['run', '--help']);
    for (const argv of [
      ['run', '-h'],
      ['help', 'run'],
      ['--help', 'run'],
      ['run', '--json', '--help'],
    ])
      expect(await runLine(argv)).toEqual({ code: 0, stdout, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "Start or continue a run: the agent works phase by phase until all are done.

      Usage: dualgate run [OPTIONS] [SPEC]

      Options:
        -c, --config FILE       config file; default: dualgate.yaml here or in a parent folder
            --quick             run RED and GREEN only: no REFACTOR, no DOCUMENT
            --exit-threshold N  with exit_gate: number of signs of completion that a phase needs
            --force-complete    end all remaining phases without checking their gates; needs --reason
        -m, --reason TEXT       with --force-complete: the reason, which is recorded
            --until PHASE       pause after this phase
            --only TASK         run one task of the task list again; TASK is its spec, name or run id
            --workers N         run N tasks at once, and merge each into this branch when it is done
            --new               start a new run or task list, even if the last one has not ended
            --issue ISSUE       write an issue into specs/, and work on it instead of work.spec
            --pr                when the run completes, push its branch and open a draft with gh
            --detach            run in the background, without a terminal; prints how to end it
            --dry-run           show the commands, the gates and the first prompt; run nothing
            --ask               if the run is stuck or needs human input, ask: reset, guide, skip or abort
            --inspect           serve a page to watch the run, and print its address on stderr
            --port N            with --inspect: port of the page; default: a free port
            --inspect-stately   show the state machine in Stately's inspector (docs/how-to/inspector.md)
            --json              print events as NDJSON (docs/reference/records.md)
            --agent-output      with --json: also print the output of the agent as events
        -h, --help              show this help

      A phase has two gates: its tests must meet a condition, and the agent must signal that it is done.
      With SPEC, a file with acceptance criteria, the run works on it instead of work.spec.
      If the last run was killed, interrupted or paused, dualgate continues it.
      To continue a run that is stuck or needs human input, use dualgate resume.
      Ctrl+C stops the run after the turn and its tests. A second Ctrl+C or SIGTERM stops it at once.
      If the config has a task list, dualgate starts or continues it (docs/how-to/a-night.md).
      CUB_EXIT_THRESHOLD=N in the environment also sets --exit-threshold (docs/how-to/presets.md).
      With --inspect, anyone with the address can watch the run and send it commands.
      With --dry-run, the exit code is 0 if a run could start, else 1.

      Examples:
        dualgate run specs/login.md
        dualgate run --quick
        dualgate run --dry-run
        dualgate run --issue 42 --pr
        dualgate run --inspect

      Exit codes:
        0  completed, or paused by --until
        1  stuck, for example without progress or at a limit
        2  aborted by a person (dualgate abort)
        3  interrupted, for example with Ctrl+C
        4  needs human input
      "
    `);
  });

  it.each(COMMANDS.map(({ name }) => name))('%s has a help that fits 100 columns, with an example', async (name) => {
    const { code, stdout, stderr } = await runLine([name, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(stdout).toContain(`Usage: dualgate ${name} [OPTIONS]`);
    if (name !== 'scripted-agent') expect(stdout).toContain(`\nExamples:\n  dualgate ${name}`);
  });

  it('takes --run RUN for every command about a run', async () => {
    const taking = await Promise.all(
      COMMANDS.map(async ({ name, help }) => ((await help()).options['run']?.type === 'string' ? [name] : [])),
    );
    const about =
      'abort accept approve explain graph guide inspect prove reject reopen replay report reset resume rollback skip status stop verify'.split(
        ' ',
      );
    expect(taking.flat().sort()).toEqual(about);
  });

  it('names every command once', () => {
    const names = COMMANDS.map(({ name }) => name);
    expect([...new Set(names)]).toEqual(names);
  });
});

describe('wrong usage is one sentence on stderr, nothing on stdout, and exit code 64', () => {
  it.each([
    [['constructor'], "dualgate: Unknown command 'constructor'. See dualgate --help."],
    [['toString'], "dualgate: Unknown command 'toString'. See dualgate --help."],
    [['__proto__'], "dualgate: Unknown command '__proto__'. See dualgate --help."],
    [[''], "dualgate: Unknown command ''. See dualgate --help."],
    [['Run'], "dualgate: Unknown command 'Run'. Did you mean 'run'? See dualgate --help."],
    [['stauts'], "dualgate: Unknown command 'stauts'. Did you mean 'status'? See dualgate --help."],
    [['--json'], "dualgate: Unknown option '--json'. See dualgate --help."],
    [['--versoin'], "dualgate: Unknown option '--versoin'. Did you mean '--version'? See dualgate --help."],
    [['--version', 'now'], "dualgate: Unexpected argument 'now'. See dualgate --help."],
    [['help', 'hasOwnProperty'], "dualgate: Unknown command 'hasOwnProperty'. See dualgate --help."],
    [['help', 'run', 'status'], "dualgate: Unexpected argument 'status'. See dualgate --help."],
    [['run', '--colour=green'], "dualgate: Unknown option '--colour'. See dualgate run --help."],
    [['run', '--until'], "dualgate: Option '--until' needs a value. See dualgate run --help."],
    [['status', 'RED'], "dualgate: Unexpected argument 'RED'. Name a run with --run RUN. See dualgate status --help."],
    [['status', 'a', 'b'], "dualgate: Unexpected argument 'a'. Name a run with --run RUN. See dualgate status --help."],
    [['skip'], 'dualgate: Missing --reason. Give one with -m "TEXT". See dualgate skip --help.'],
    [['abort'], 'dualgate: Missing --reason. Give one with -m "TEXT". See dualgate abort --help.'],
    [['reset'], 'dualgate: Missing --reason. Give one with -m "TEXT". See dualgate reset --help.'],
    [['accept', '--all'], 'dualgate: Missing --reason. Give one with -m "TEXT". See dualgate accept --help.'],
    [['guide'], 'dualgate: Missing TEXT. See dualgate guide --help.'],
    [['guide', 'use', 'it'], "dualgate: Unexpected argument 'it'. See dualgate guide --help."],
    [['skip', '--reason='], "dualgate: Option '--reason' has an empty value. See dualgate skip --help."],
    [['explain', '0'], 'dualgate: N must be a whole number of 1 or more (got 0). See dualgate explain --help.'],
    [['explain', '0x10'], 'dualgate: N must be a whole number of 1 or more (got 0x10). See dualgate explain --help.'],
    [['explain', '1.5'], 'dualgate: N must be a whole number of 1 or more (got 1.5). See dualgate explain --help.'],
    [
      ['explain', '3', 'GREEN'],
      'dualgate: PHASE comes before N: dualgate explain GREEN 3. See dualgate explain --help.',
    ],
    [
      ['explain', 'GREEN', 'x'],
      'dualgate: N must be a whole number of 1 or more (got x). See dualgate explain --help.',
    ],
    [
      ['explain', '20260113-071402-5c1f9a'],
      "dualgate: Unexpected argument '20260113-071402-5c1f9a'. Name a run with --run 20260113-071402-5c1f9a. See dualgate explain --help.",
    ],
    [
      ['prove', '20260113-071402-5c1f9a'],
      "dualgate: Unexpected argument '20260113-071402-5c1f9a'. Name a run with --run 20260113-071402-5c1f9a. See dualgate prove --help.",
    ],
    [['graph', '--run'], "dualgate: Option '--run' needs a value. See dualgate graph --help."],
    [
      ['verify', '20260113-071402-5c1f9a'],
      "dualgate: Cannot find the file '20260113-071402-5c1f9a'. Name a run with --run 20260113-071402-5c1f9a. See dualgate verify --help.",
    ],
    [['scripted-agent'], 'dualgate: Missing FILE. See dualgate scripted-agent --help.'],
    [['\u001B[2Jrun'], "dualgate: Unknown command 'run'. See dualgate --help."],
  ])('%j', async (argv, message) => {
    expect(await runLine(argv, { cwd: folder })).toEqual({ code: 64, stdout: '', stderr: `${message}\n` });
  });

  it.each(['status', 'resume', 'verify', 'skip', 'abort', 'reset'])('%s takes no path for a run', async (name) => {
    writeFileSync(
      join(folder, 'dualgate.yaml'),
      'version: 1\nwork: { spec: S.md }\nagent: { command: a }\ntests: { command: node --test }\n',
    );
    const reason = ['skip', 'abort', 'reset'].includes(name) ? ['-m', 'why'] : [];
    expect(await runLine([name, '--run', '../other', ...reason], { cwd: folder })).toEqual({
      code: 64,
      stdout: '',
      stderr: `dualgate: RUN must be the id of a run, as dualgate status shows it (got ../other). See dualgate ${name} --help.\n`,
    });
  });
});

describe('a phase that the config does not have', () => {
  it.each([['skip'], ['rollback'], ['check']])(
    '%s names the phases of the config, and the nearest one',
    async (name) => {
      writeFileSync(
        join(folder, 'dualgate.yaml'),
        'version: 1\nwork: { spec: S.md }\nagent: { command: a }\ntests: { command: node --test }\n',
      );
      const line = (phase: string) =>
        runLine([name, phase, ...(name === 'check' ? [] : ['-m', 'why'])], { cwd: folder });
      expect(await line('document')).toEqual({
        code: 64,
        stdout: '',
        stderr: `dualgate: Unknown phase 'document'. The phases are RED, GREEN, REFACTOR, DOCUMENT. Did you mean 'DOCUMENT'? See dualgate ${name} --help.\n`,
      });
      expect((await line('20260113-071402-5c1f9a')).stderr).toBe(
        `dualgate: PHASE must be one of RED, GREEN, REFACTOR, DOCUMENT. Name a run with --run 20260113-071402-5c1f9a. See dualgate ${name} --help.\n`,
      );
    },
  );
});

describe('a wrong config is exit code 78', () => {
  it.each(['run', 'status', 'check', 'explain', 'verify', 'resume'])('%s without one', async (name) => {
    expect(await runLine([name], { cwd: folder })).toEqual({
      code: 78,
      stdout: '',
      stderr: `Cannot use ${folder}/dualgate.yaml: there is no config here or further up. Go to the folder that has one, or run \`dualgate init\` to write one\n`,
    });
  });

  it('is cut at blanks in a terminal', async () => {
    const { stderr } = await runLine(['run'], { cwd: folder, isLive: true, room: () => ({ columns: 40, rows: 9 }) });
    expect(stderr).toBe(
      `Cannot use\n  ${folder}/dualgate.yaml:\n  there is no config here or further up.\n  Go to the folder that has one, or run\n  \`dualgate init\` to write one\n`,
    );
  });

  it('names every problem with its line', async () => {
    writeFileSync(
      join(folder, 'dualgate.yaml'),
      'version: 2\nwork: { spec: 3 }\nagent: { command: a }\ntests: { command: b, watch: true }\n',
    );
    const { code, stdout, stderr } = await runLine(['run', '--dry-run'], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr.replaceAll(folder, '.')).toMatchInlineSnapshot(`
      "Cannot use dualgate.yaml: 3 problems.
        dualgate.yaml:1:10: version must be 1 (got 2)
        dualgate.yaml:2:15: spec must be a path, or a list of paths (got 3)
        dualgate.yaml:4:22: unknown key "watch" in tests. Known keys: name, folder, command, before, runner, report, junit, timeout, files, writes, known_failing, hidden, coverage, fast_first, memory, max_runs.
      "
    `);
  });

  it('so is a test command with an unknown runner', async () => {
    writeFileSync(
      join(folder, 'dualgate.yaml'),
      'version: 1\nwork: { spec: S.md }\nagent: { command: a }\ntests: { command: my-tests }\n',
    );
    const { code, stdout, stderr } = await runLine(['run', '--dry-run'], { cwd: folder });
    const said = stderr.replace(/(?<=tests\.runner: ).*(?=, or junit for)/, '…');
    expect({ code, stdout, stderr: said }).toMatchInlineSnapshot(`
      {
        "code": 78,
        "stderr": "Cannot find the test runner of \`my-tests\`: its runner is not known (got my-tests). Set tests.runner in the config: vitest, jest, mocha, ava, playwright, node, pytest, rspec, go, cargo, or junit for anything that writes JUnit XML, tap for anything that prints TAP, text for the words PASS, OK, FAIL and ERROR (the weakest report).
      ",
        "stdout": "",
      }
    `);
  });
});

describe('a refused command is exit code 77', () => {
  it('a missing run', async () => {
    writeFileSync(
      join(folder, 'dualgate.yaml'),
      'version: 1\nwork: { spec: S.md }\nagent: { command: a }\ntests: { command: node --test }\n',
    );
    for (const argv of [['status'], ['explain'], ['resume'], ['skip', 'RED', '-m', 'why'], ['abort', '-m', 'why']])
      expect(await runLine(argv, { cwd: folder })).toEqual({
        code: 77,
        stdout: '',
        stderr: `Cannot find a run in ${folder}: it has none yet. Start one with dualgate run, or dualgate session start in an agent session.\n`,
      });
    expect((await runLine(['status', '--run', '20200101-000000-abcdef'], { cwd: folder })).stderr).toBe(
      `Cannot find the run 20200101-000000-abcdef: it has no ledger in ${folder}. Choose one of .dualgate/runs.\n`,
    );
  });
});

describe('every other error is exit code 70', () => {
  it('an error of the system, with its message and without a stack', async () => {
    const cwd = join(folder, 'gone');
    expect(await runLine(['init'], { cwd })).toEqual({
      code: 70,
      stdout: '',
      stderr: `Cannot continue: the system reports ENOENT: no such file or directory, open '${cwd}/dualgate.yaml'.\n`,
    });
  });

  it('an error of the system without a code, as rmSync has it since Node 24, with the code and the way out', async () => {
    const print = () => {
      const words = ", Unknown error: Too many open files '/tmp/a'";
      throw Object.assign(new Error(words), { code: '', errno: -4094, syscall: 'rm', path: '/tmp/a' });
    };
    expect((await runLine(['--version'], { print })).stderr).toBe(
      "Cannot continue: the system reports EMFILE: Too many open files '/tmp/a'. Raise the limit of open files (ulimit -n), " +
        'then try again. dualgate resume continues a run that has started.\n',
    );
  });

  it('a bug, with the stack that shows it', async () => {
    const print = () => {
      throw new TypeError('no printer');
    };
    const { code, stdout, stderr } = await runLine(['--version'], { print });
    expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
    expect(stderr).toMatch(/^dualgate crashed; this is a bug, please report it: TypeError: no printer\n {4}at /);
  });
});
