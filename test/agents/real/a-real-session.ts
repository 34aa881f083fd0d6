/**
 * A session of a real agent program whose model is scripted: dualgate's hooks are installed as a person does it, and
 * nothing else leads the agent. Runs of the suite are counted from outside: `node` writes a line when it begins one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { Permissions, Preset } from '../../../src/agents/programs/preset.ts';
import { commandOf, type PresetName } from '../../../src/agents/programs/presets.ts';
import { asWorkRecord } from '../../../src/records/records.ts';
import type { LedgerRecord } from '../../../src/ledger/ledger-record.ts';
import { PROGRAM } from '../../end-to-end/run-program.ts';
import { git, write } from '../../evidence/a-repository.ts';
import type { Step } from '../model-server/step.ts';
import { aModel } from './take-real-turn.ts';

export interface RealSession {
  /** Exit code of the agent. */
  readonly exitCode: number | undefined;
  /** Every decision: `GREEN 2 held: …`, with the exit signal that it read. */
  readonly path: readonly string[];
  /** Findings of all decisions, as codes. */
  readonly findings: readonly string[];
  /** Exit codes of `session verify` and of `prove`. */
  readonly verified: number | undefined;
  readonly proven: number | undefined;
  /** Its requests to other hosts. */
  readonly outward: readonly string[];
}

/** A project with a session that nobody has asked yet. */
export interface SessionProject {
  readonly folder: string;
  readonly home: string;
  /** The whole environment of the agent. */
  readonly env: Readonly<Record<string, string>>;
  readonly model: string | null;
  /** Runs of the suite or of a part of it until now. */
  readonly suiteRuns: () => number;
  /** Its requests to other hosts. */
  readonly outward: () => readonly string[];
  readonly dualgate: (...words: readonly string[]) => Promise<{ readonly exitCode?: number | undefined }>;
}

/** Permissions and arguments with which hooks and shell run without a question, also for root. */
const FREE: Readonly<Record<string, { readonly permissions: Permissions; readonly args: readonly string[] }>> = {
  codex: { permissions: 'all', args: ['--dangerously-bypass-hook-trust'] },
};

interface SessionOptions {
  /** All phases, with commits. @default RED and GREEN */
  readonly whole?: boolean;
  /** The plugin to load; its hooks take the place of installed ones. */
  readonly plugin?: string;
  /** The folder of a marketplace, whose plugin is installed as a person does it. */
  readonly marketplace?: string;
  /** The message of the person; it starts the session, if it is given. @default 'continue', in a session that is started */
  readonly says?: string;
}

/** Removed, with its session, when the test is over. */
export const aSessionProject = async (
  preset: Preset<PresetName>,
  lists: readonly (readonly Step[])[],
  { whole = false, plugin, marketplace, says }: SessionOptions = {},
): Promise<SessionProject> => {
  const { agent, outward, remove } = await aModel(preset, lists);
  onTestFinished(remove);
  const { workspace: folder, home, model } = agent;
  const bin = join(home, 'bin');
  const env = {
    ...agent.env,
    ...preset.env,
    DUALGATE: `${process.execPath} ${PROGRAM}`,
    PATH: `${bin}${delimiter}${agent.env['PATH'] ?? ''}`,
  };
  const log = join(home, 'suite-runs');
  await write(home, {
    'suite-runs': '',
    'bin/node': `#!/bin/sh\ncase "$*" in *--test*) echo "$*" >> '${log}' ;; esac\nexec '${process.execPath}' "$@"\n`,
    'bin/dualgate': `#!/bin/sh\nexec ${env.DUALGATE} "$@"\n`,
  });
  for (const name of ['node', 'dualgate']) await chmod(join(bin, name), 0o755);
  const dualgate = (...words: readonly string[]) =>
    execa(process.execPath, [PROGRAM, ...words], { cwd: folder, env, extendEnv: false, reject: false });
  await write(folder, {
    'package.json': '{ "type": "module" }\n',
    'spec.md': '- [ ] AC-1: one is 1\n',
    'dualgate.yaml': stringify({
      work: { spec: 'spec.md' },
      agent: { use: preset.name },
      tests: { command: 'node --test', timeout: '30s' },
      commits: whole,
      ...(!whole && { phases: DEFAULT_PHASES.filter(({ phase }) => phase === 'RED' || phase === 'GREEN') }),
    }),
  });
  await git(folder, 'config', 'user.name', 'Ann');
  await git(folder, 'config', 'user.email', 'ann@example.org');
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', 'a project');
  if (plugin === undefined && marketplace === undefined) await dualgate('hook', 'install', preset.name, '--yes');
  if (marketplace !== undefined)
    for (const words of [
      ['marketplace', 'add', marketplace],
      ['install', 'dualgate@dualgate'],
    ])
      await execa(preset.program, ['plugin', ...words], { cwd: folder, env, extendEnv: false, input: '' });
  if (says === undefined) await dualgate('session', 'start', '--json');
  onTestFinished(async () => void (await dualgate('session', 'end', '-m', 'the test is over')));
  return {
    folder,
    home,
    env,
    model,
    outward,
    dualgate,
    suiteRuns: () => readFileSync(log, 'utf8').split('\n').length - 1,
  };
};

/** @param lists - one of steps for each turn; the first is for the message of the person */
export const runSession = async (
  preset: Preset<PresetName>,
  lists: readonly (readonly Step[])[],
  options: SessionOptions = {},
): Promise<RealSession> => {
  const { folder, env, model, outward, dualgate } = await aSessionProject(preset, lists, options);
  const { plugin, says = 'continue' } = options;
  const { permissions, args } = FREE[preset.name] ?? { permissions: 'edit', args: [] };
  const [program = '', ...words] = commandOf(preset, { resume: null, permissions, model });
  const { exitCode } = await execa(
    program,
    [...words, ...args, ...(plugin === undefined ? [] : ['--plugin-dir', plugin])],
    {
      cwd: folder,
      env,
      extendEnv: false,
      input: says,
      reject: false,
      timeout: 150_000,
    },
  );
  const { exitCode: verified } = await dualgate('session', 'verify');
  const { exitCode: proven } = verified === 0 ? await dualgate('prove') : { exitCode: undefined };
  const decided = readDecisions(folder);
  return {
    exitCode,
    verified,
    proven,
    outward: outward(),
    path: decided.map(describeDecision),
    findings: [...new Set(decided.flatMap(({ record }) => record.findings.map(({ code }) => code)))],
  };
};

type Decided = ReturnType<typeof readDecisions>[number];

const describeDecision = ({ decision, record }: Decided): string =>
  [decision.phase, decision.iteration, decision.can_exit ? 'exited' : 'held', record.signal.reason].join(' ');

/** Every decision of the run in this folder: `GREEN 2 held: …`, with the exit signal that it read. */
export const pathOf = (folder: string): readonly string[] => readDecisions(folder).map(describeDecision);

/** Runs of the suite, for the tests and for the checks of them, that each decision counts as its own. */
export const runsByDecision = (folder: string): readonly number[] =>
  readDecisions(folder).map(({ suite_runs = [] }) => suite_runs.reduce((sum, { runs }) => sum + runs, 0));

const readDecisions = (folder: string) => {
  const [run = ''] = readdirSync(join(folder, '.dualgate', 'runs'));
  return readFileSync(join(folder, '.dualgate', 'runs', run, 'ledger.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => asWorkRecord(JSON.parse(line) as LedgerRecord))
    .flatMap((record) => (record.type === 'iteration.decided' ? [record.data] : []));
};
