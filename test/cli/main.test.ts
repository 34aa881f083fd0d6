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
  it('says its version', async () => {
    expect(await runLine(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it('shows its help when it is asked for, and when nothing is', async () => {
    const { stdout } = await runLine(['--help']);
    for (const argv of [[], ['-h'], ['help'], ['help', '--help']])
      expect(await runLine(argv)).toEqual({ code: 0, stdout, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "dualgate drives a coding agent through RED, GREEN, REFACTOR, DOCUMENT and lets it leave a phase only
      when the measured tests and its explicit signal agree in the same iteration.

      Usage: dualgate COMMAND [OPTIONS]

      Commands:
        init         write a commented dualgate.yaml for the project in this folder
        presets      print the config of one of the specified systems, to read or to copy
        doctor       say what is in the way of a run here, and how to mend it
        run          drive the agent through the phases until the work is done
        status       say where the run stands and what it waits for
        inspect      show a run in a browser: as it goes on, or what it did
        check        decide once on the workspace as it is: may the phase be left?
        conformance  answer a file of transcripts and measurements: which of them may leave their phase?
        explain      say why an iteration did or did not leave its phase
        replay       decide a recorded run once more, under its own config or another one
        report       say what a run did, for the morning after: Markdown, JSON, or a page
        graph        draw the chart of the config, or of a run and where it stands: Mermaid, SVG or JSON
        verify       find any changed, lost or reordered record of the ledger
        prove        run commits anew in clean checkouts: does the change do what its tests claim?
        resume       go on with a run that was interrupted, halted or killed
        skip         force the phase in which the work stands (recorded as a forced exit)
        abort        end the work for good
        reset        let the counts that halt the work begin at 0 again
        accept       list what was changed of what is frozen, and accept it
        rollback     take branch, files and work back to the exit of a phase
        guide        tell the agent something, for the rest of the phase
        demo         watch the gates hold against a scripted agent on a small kata

      Options:
        -h, --help     this help, or the help of a command
            --version  the version

      Exit codes of every command: 64 wrong usage, 70 an error of dualgate or the system, 78 wrong config.
      Those of its own are in the help of each.
      "
    `);
  });

  it('shows the help of a command in every way to ask for it', async () => {
    const { stdout } = await runLine(['run', '--help']);
    for (const argv of [
      ['run', '-h'],
      ['help', 'run'],
      ['--help', 'run'],
      ['run', '--json', '--help'],
    ])
      expect(await runLine(argv)).toEqual({ code: 0, stdout, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "Drive the agent through the phases until the work is done.

      Usage: dualgate run [OPTIONS]

      Options:
        -c, --config FILE       the config; by default dualgate.yaml here or above
            --exit-threshold N  so many indicators of completion, whatever the config says; recorded
            --force-complete    leave every phase of the current run by a forced exit; needs --reason
        -m, --reason TEXT       with --force-complete: why; recorded for ever
            --until PHASE       pause when this phase has been left
            --only TASK         of a list: this task alone, once more; by its spec, name or run
            --new               begin a new run or list, although the last one is not over
            --dry-run           show commands, gates and the first prompt; spend nothing
            --ask               when the work is halted, ask what to do (reset, guide, skip, abort); needs a terminal
            --inspect           serve a page to watch it in a browser; its address is printed on stderr
            --port N            with --inspect: port of the page; by default any that is free
            --inspect-stately   show it in Stately's inspector; prints where (docs/how-to/inspector.md)
            --json              print events as NDJSON (docs/reference/records.md)
            --agent-output      with --json: what the agent prints, as events too
        -h, --help              this help

      A run that was killed, interrupted or paused goes on; one that is stuck or needs a person waits for dualgate resume.
      Ctrl+C lets the iteration finish and be recorded; a second one, or SIGTERM, ends it at once. Both can be resumed.
      Of a list of work it begins the first task, or goes on with the list that is not all done (docs/how-to/a-night.md).
      CUB_EXIT_THRESHOLD=N in the environment does what --exit-threshold N does, where indicators are counted.
      With --inspect: whoever has the address can look and give orders. The page ends with the command.
      With --dry-run it runs nothing: exit code 0 when a run could begin, 1 when it could not.

      Exit codes:
        0  completed, or paused by --until
        1  stuck
        2  aborted
        3  interrupted
        4  needs a person
      "
    `);
  });

  it.each(COMMANDS.map(({ name }) => name))('%s has a help that fits 120 columns', async (name) => {
    const { code, stdout, stderr } = await runLine([name, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([]);
    expect(stdout).toContain(`Usage: dualgate ${name} [OPTIONS]`);
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
    [['Run'], "dualgate: Unknown command 'Run'. See dualgate --help."],
    [['--json'], "dualgate: Unknown option '--json'. See dualgate --help."],
    [['--version', 'now'], "dualgate: Unexpected argument 'now'. See dualgate --help."],
    [['help', 'hasOwnProperty'], "dualgate: Unknown command 'hasOwnProperty'. See dualgate --help."],
    [['help', 'run', 'status'], "dualgate: Unexpected argument 'status'. See dualgate --help."],
    [['run', '--phsae=green'], "dualgate: Unknown option '--phsae'. See dualgate run --help."],
    [['run', '--until'], "dualgate: Option '--until' needs a value. See dualgate run --help."],
    [['run', 'RED'], "dualgate: Unexpected argument 'RED'. See dualgate run --help."],
    [['status', 'a', 'b'], "dualgate: Unexpected argument 'b'. See dualgate status --help."],
    [['skip'], 'dualgate: Missing --reason. See dualgate skip --help.'],
    [['abort'], 'dualgate: Missing --reason. See dualgate abort --help.'],
    [['reset'], 'dualgate: Missing --reason. See dualgate reset --help.'],
    [['accept', '--all'], 'dualgate: Missing --reason. See dualgate accept --help.'],
    [['guide'], 'dualgate: Missing TEXT. See dualgate guide --help.'],
    [['guide', 'use', 'it'], "dualgate: Unexpected argument 'it'. See dualgate guide --help."],
    [['skip', '--reason='], "dualgate: Option '--reason' has an empty value. See dualgate skip --help."],
    [['explain', '0'], 'dualgate: N must be a whole number of 1 or more (got 0). See dualgate explain --help.'],
    [['explain', '0x10'], 'dualgate: N must be a whole number of 1 or more (got 0x10). See dualgate explain --help.'],
    [['explain', '1.5'], 'dualgate: N must be a whole number of 1 or more (got 1.5). See dualgate explain --help.'],
    [['scripted-agent'], 'dualgate: Missing the script. See dualgate scripted-agent --help.'],
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
    expect(await runLine([name, '../other', ...reason], { cwd: folder })).toEqual({
      code: 64,
      stdout: '',
      stderr: `dualgate: RUN must be the id of a run, as dualgate status shows it (got ../other). See dualgate ${name} --help.\n`,
    });
  });
});

describe('a wrong config is exit code 78', () => {
  it.each(['run', 'status', 'check', 'explain', 'verify', 'resume'])('%s without one', async (name) => {
    expect(await runLine([name], { cwd: folder })).toEqual({
      code: 78,
      stdout: '',
      stderr: `Cannot use ${folder}/dualgate.yaml: there is no config here or further up in this repository. \`dualgate init\` writes one\n`,
    });
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
        dualgate.yaml:2:15: spec must be a path (got 3)
        dualgate.yaml:4:22: unknown key watch in tests. Known here: name, folder, command, runner, report, timeout, files, writes, known_failing, held_out, coverage, fast_first, max_runs.
      "
    `);
  });

  it('so is a test command whose runner cannot be told', async () => {
    writeFileSync(
      join(folder, 'dualgate.yaml'),
      'version: 1\nwork: { spec: S.md }\nagent: { command: a }\ntests: { command: my-tests }\n',
    );
    const { code, stdout, stderr } = await runLine(['run', '--dry-run'], { cwd: folder });
    const said = stderr.replace(/(?<=tests\.runner: ).*(?=, or junit for)/, '…');
    expect({ code, stdout, stderr: said }).toMatchInlineSnapshot(`
      {
        "code": 78,
        "stderr": "Cannot tell how \`my-tests\` reports its tests: its runner is not known (got my-tests). Name the runner in the config, tests.runner: …, or junit for anything that writes JUnit XML, tap for anything that prints TAP, text for the words PASS, OK, FAIL and ERROR, the weakest of all.
      ",
        "stdout": "",
      }
    `);
  });
});

describe('everything else that goes wrong is exit code 70', () => {
  it('a run that is not there', async () => {
    writeFileSync(
      join(folder, 'dualgate.yaml'),
      'version: 1\nwork: { spec: S.md }\nagent: { command: a }\ntests: { command: node --test }\n',
    );
    for (const argv of [['status'], ['explain'], ['resume'], ['skip', '-m', 'why'], ['abort', '-m', 'why']])
      expect(await runLine(argv, { cwd: folder })).toEqual({
        code: 70,
        stdout: '',
        stderr: `Cannot find a run in ${folder}: none was begun. Begin one with dualgate run.\n`,
      });
    expect((await runLine(['status', '20200101-000000-abcdef'], { cwd: folder })).stderr).toBe(
      `Cannot find the run 20200101-000000-abcdef: it has no ledger in ${folder}. Choose one of .dualgate/runs.\n`,
    );
  });

  it('a system that says no, in its own words and without a stack', async () => {
    const cwd = join(folder, 'gone');
    expect(await runLine(['init'], { cwd })).toEqual({
      code: 70,
      stdout: '',
      stderr: `Cannot go on: the system refused (ENOENT: no such file or directory, open '${cwd}/dualgate.yaml').\n`,
    });
  });

  it('a bug, with the stack that shows it', async () => {
    const print = () => {
      throw new TypeError('no printer');
    };
    const { code, stdout, stderr } = await runLine(['--version'], { print });
    expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
    expect(stderr).toMatch(/^dualgate broke; this is a bug, please report it: TypeError: no printer\n {4}at /);
  });
});
