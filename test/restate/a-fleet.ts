/**
 * A fleet of the built program: its service, its workers, and a project whose suite is a few lines of shell.
 *
 * @module
 */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { WorkerEvent } from '../../src/restate/worker/create-worker.ts';
import type { ItemRow } from '../../src/restate/work.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell } from '../end-to-end/a-shell-agent.ts';
import { aProject, phases, type Project } from '../end-to-end/a-project.ts';
import { environmentOf, PROGRAM, runProgram, startProgram, type Started } from '../end-to-end/run-program.ts';
import type { RestateServer } from './a-server.ts';

/** RED adds the test; GREEN makes it pass. */
const CHECKS = `test -f checks/new || { echo 1..0; exit 0; }
echo 1..1
test -f lib/done && echo 'ok 1 - AC-1 it is ok' && exit 0
echo 'not ok 1 - AC-1 it is ok'; exit 1
`;

/** One item for each task. @param agent - lines before the work of a turn */
export const aFleetProject = async (
  home: string,
  tasks: readonly string[],
  { config = {}, agent = [] }: { readonly config?: object; readonly agent?: readonly string[] } = {},
): Promise<Project> => {
  await writeFile(join(home, '.gitconfig'), '[user]\n  name = Ann\n  email = ann@example.org\n');
  return aProject(home, {
    agent: shell(READ_THE_PROMPT, ...agent, DO_THE_WORK, SAY_YES),
    work: { RED: { 'checks/new': 'x\n' }, GREEN: { 'lib/done': 'x\n' } },
    files: {
      'checks/run.sh': CHECKS,
      ...Object.fromEntries(tasks.map((task) => [`specs/${task}.md`, `- [ ] AC-1: ${task} is ok\n`])),
    },
    config: {
      work: { specs: tasks.map((task) => `specs/${task}.md`) },
      tests: { command: 'sh checks/run.sh', runner: 'tap', files: ['checks/**'] },
      phases: phases({ RED: {}, GREEN: {} }),
      ...config,
    },
  });
};

interface FleetProcess extends AsyncDisposable {
  readonly program: Started;
  /** Kills it (-9); its own watchdog ends what it started. */
  readonly kill: () => Promise<void>;
}

const own = (program: Started): FleetProcess => {
  const kill = async (): Promise<void> => {
    try {
      process.kill(program.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
    await program.ended;
  };
  return { program, kill, [Symbol.asyncDispose]: kill };
};

/** Resolves when it serves. */
export const aService = async (project: Project, server: RestateServer, lease = '30s'): Promise<FleetProcess> => {
  const port = String(server.servicePort);
  const service = own(startProgram(project, 'serve', '--port', port, '--admin', server.admin, '--lease', lease));
  await service.program.printed('Serving the fleet');
  return service;
};

const worker = (project: Project, ingress: string): readonly string[] => [
  'worker',
  '--checkouts',
  checkoutsOf(project),
  '--ingress',
  ingress,
  '--drain',
  '--json',
];

export const aWorker = (project: Project, { ingress }: RestateServer): FleetProcess =>
  own(startProgram(project, ...worker(project, ingress)));

export interface WatchedWorker {
  /** Kills it (-9). */
  readonly kill: () => void;
  /** Its exit code; null when it was killed. */
  readonly ended: Promise<number | null>;
}

/** @param onEvent - receives each of its events */
export const aWatchedWorker = (
  project: Project,
  { ingress }: RestateServer,
  onEvent: (event: WorkerEvent) => void,
): WatchedWorker => {
  const child = spawn(process.execPath, [PROGRAM, ...worker(project, ingress)], {
    cwd: project.workspace,
    env: environmentOf(project.home),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface(child.stdout).on('line', (line) => onEvent(JSON.parse(line) as WorkerEvent));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { kill: () => void child.kill('SIGKILL'), ended };
};

export const checkoutsOf = ({ home }: Project): string => join(home, 'checkouts');

export const submit = (project: Project, { ingress }: RestateServer, ...args: readonly string[]) =>
  runProgram(project, 'submit', '--ingress', ingress, ...args);

export const rowsOf = async (project: Project, { ingress }: RestateServer): Promise<readonly ItemRow[]> => {
  const { stdout } = await runProgram(project, 'status', '--fleet', '--ingress', ingress, '--json');
  return (JSON.parse(stdout) as { readonly items: readonly ItemRow[] }).items;
};
