/**
 * A live run that never leaves GREEN: each iteration is one turn of a trivial agent, which changes a source, and one run of a suite
 * of node:test that takes a second and fails.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { createRun } from '../../src/run/create-run.ts';
import type { RunEvent } from '../../src/records/run-events.ts';

/** Size of the workspace beyond the files that the run needs. */
export interface ProjectSize {
  readonly sources: number;
  /** Files in node_modules, of which a tenth belongs to packages of tests. */
  readonly installed: number;
}

export interface LockedRun {
  /** Waits until the next iteration begins: from one to the next it is everything that an iteration takes. */
  readonly iteration: () => Promise<void>;
  readonly end: () => Promise<void>;
}

const AGENT = `cat > /dev/null
mkdir -p src test
echo "export const turn = $DUALGATE_ITERATION;" > src/turn.js
[ "$DUALGATE_PHASE" = RED ] && cp later/one.js test/one.test.js
cat <<BLOCK
---PRP_PHASE_STATUS---
PHASE: $DUALGATE_PHASE
STATUS: COMPLETE
ITERATION: $DUALGATE_ITERATION
NONCE: $DUALGATE_NONCE
EXIT_SIGNAL: $([ "$DUALGATE_PHASE" = RED ] && echo true || echo false)
---END_PRP_PHASE_STATUS---
BLOCK
`;

const TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

test('AC-1: one is 1', async () => {
  await setTimeout(1_000);
  assert.equal(0, 1);
});
`;

const AGENT_COMMAND = 'sh agent.sh';
const TEST_COMMAND = 'node --test test/';

const CONFIG = `version: 1
work: { spec: spec.md }
agent: { command: ${AGENT_COMMAND}, timeout: 60s }
tests: { command: ${TEST_COMMAND}, timeout: 60s }
limits: { iterations: 1000, minutes: 60 }
`;

const lay = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

const numbered = (count: number, nameOf: (at: number) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [nameOf(at), `export const answer = ${at};\n`.repeat(100)]),
  );

const FILES_OF_A_PACKAGE = 100;
const nameInstalled = (at: number): string => {
  const number = Math.floor(at / FILES_OF_A_PACKAGE);
  return `node_modules/${number % 10 === 0 ? 'jest-' : ''}part-${number}/lib/file-${at}.js`;
};

/** A git repository in a temporary folder; the anchors of its run lie beside it. */
export const layOutProject = ({ sources, installed }: ProjectSize): string => {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-'))), 'project');
  lay(folder, {
    'package.json': '{ "type": "module" }\n',
    '.gitignore': 'node_modules/\n',
    'spec.md': '- [ ] AC-1: one is 1\n',
    'agent.sh': AGENT,
    'later/one.js': TEST,
    'dualgate.yaml': CONFIG,
    ...numbered(sources, (at) => `lib/part-${Math.floor(at / 50)}/source-${at}.js`),
    ...numbered(installed, nameInstalled),
  });
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet');
  git('add', '--all');
  git(
    '-c',
    'user.name=Ann',
    '-c',
    'user.email=ann@example.org',
    '-c',
    'commit.gpgsign=false',
    'commit',
    '--message=start',
  );
  return folder;
};

export const removeProject = (folder: string): void => rmSync(dirname(folder), { recursive: true, force: true });

/** Begins the run and waits until it stands in GREEN, where it is held from then on. */
export const startHeldRun = async (
  folder: string,
  onEvent: (event: RunEvent) => void = () => {},
): Promise<LockedRun> => {
  const stateBefore = process.env['XDG_STATE_HOME'];
  process.env['XDG_STATE_HOME'] = join(dirname(folder), 'state');
  const config = parseConfig(CONFIG, { path: join(folder, 'dualgate.yaml'), readFile: () => '' });
  const phases = config.phases.slice(0, 2).map((phase) => ({
    ...phase,
    limits: { max_iterations: 1_000 },
    // It fails by the same test for ever, and is not to rest over it.
    circuit_breaker: { no_progress: 1_000, same_error: 1_000 },
  }));
  let start: () => void = () => {};
  const run = createRun({
    config: { ...config, phases },
    onEvent: (event) => {
      onEvent(event);
      if (event.type === 'iteration.started' && event.phase === 'GREEN') start();
    },
  });
  const ended = async (): Promise<void> => {
    const { status, why } = await run.ended;
    throw new Error(`the run of the bench ended: ${status}, ${why}`);
  };
  const over = ended();
  over.catch(() => {});
  const iteration = async (): Promise<void> => {
    await Promise.race([new Promise<void>((resolve) => (start = resolve)), over]);
  };
  await iteration();
  return {
    iteration,
    end: async () => {
      run.interrupt();
      run.interrupt();
      await run.ended;
      if (stateBefore === undefined) delete process.env['XDG_STATE_HOME'];
      else process.env['XDG_STATE_HOME'] = stateBefore;
    },
  };
};

/** One turn of the agent and one run of the suite, by themselves, as the run starts them. */
export const runByThemselves = (folder: string): void => {
  const env = { ...process.env, DUALGATE_PHASE: 'RED', DUALGATE_ITERATION: '1', DUALGATE_NONCE: 'none', CI: '1' };
  for (const command of [AGENT_COMMAND, TEST_COMMAND]) {
    const [program = '', ...args] = command.split(' ');
    const { error } = spawnSync(program, args, { cwd: folder, env: { ...env, NODE_OPTIONS: '' } });
    if (error !== undefined) throw error;
  }
};
