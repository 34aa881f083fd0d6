/**
 * A real little project with a list of tasks: an agent that is a shell script, a suite that prints TAP, one phase. The
 * agent's acts for a task are beside the workspace, in a script of the task's name.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { parseConfig, type Config } from '../../../src/read-config/parse-config.ts';
import type { Ended } from '../../../src/run/end-run.ts';
import { createWorkList, type WorkListOptions } from '../../../src/queue/list/create-work-list.ts';
import type { ListEvent } from '../../../src/queue/list/list-events.ts';
import { schemaOfList } from '../../cli/reference/list-event-schemas.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';

/** The prompt names the spec; its script does the work, and the word is yes unless it says another. */
const AGENT = `#!/bin/sh
prompt=$(cat)
task=$(printf '%s' "$prompt" | sed -n 's/.*specs\\/\\([a-z0-9-]*\\)\\.md.*/\\1/p' | head -n 1)
says=true
. "$(dirname "$0")/$task.sh"
printf '%s\\n' ---PRP_PHASE_STATUS--- "PHASE: $DUALGATE_PHASE" "ITERATION: $DUALGATE_ITERATION" "NONCE: $DUALGATE_NONCE" \\
  "STATUS: $([ "$says" = true ] && echo COMPLETE || echo IN_PROGRESS)" "EXIT_SIGNAL: $says" ---END_PRP_PHASE_STATUS---
`;

/** One test, which fails as long as there is a file \`broken\`. */
const SUITE = `echo TAP version 13
[ -e broken ] && echo 'not ok 1 - whole' || echo 'ok 1 - whole'
echo 1..1
[ ! -e broken ]
`;

/** Does its work. */
export const DOES = (task: string) => `echo ${task} > ${task}.txt`;
/** Has nothing to say, and does nothing: with TWO_ITERATIONS its run is stuck after them. */
export const DAWDLES = 'says=false';

const BUILD = { phase: 'BUILD', purpose: 'Build it', gate_1: { condition: 'tests_failing == 0' } };
/** For those whose run must be stuck, and soon. */
export const TWO_ITERATIONS = { phases: [{ ...BUILD, limits: { max_iterations: 2 } }] };

/** Asks for a person. */
export const BLOCKED = `printf '%s\\n' ---PRP_PHASE_STATUS--- "PHASE: $DUALGATE_PHASE" "ITERATION: $DUALGATE_ITERATION" "NONCE: $DUALGATE_NONCE" 'STATUS: BLOCKED' 'BLOCKERS:' '  - no key' 'EXIT_SIGNAL: false' ---END_PRP_PHASE_STATUS---; exit 0`;

export interface ListProject {
  /** Holds the workspace and the agent. */
  readonly home: string;
  readonly folder: string;
  readonly config: () => Config;
  readonly git: (...args: readonly string[]) => string;
  readonly agentDoes: (task: string, script: string) => Promise<void>;
  /** Works on the list to its end. */
  readonly work: (options?: Partial<WorkListOptions>) => Promise<Ended & { readonly events: readonly ListEvent[] }>;
  readonly read: (path: string) => string;
}

/** With workers: each task in a worktree of its own, merged back. */
export const IN_WORKTREES = { workspace: 'worktree' } as const;

interface Shape {
  /** Name of the workspace. @default 'project' */
  readonly place?: string;
  /** Name of the config. @default 'dualgate.yaml' */
  readonly file?: string;
  /** Variables for the agent. */
  readonly env?: Readonly<Record<string, string>>;
}

type Keys = Readonly<Record<string, unknown>>;

/** @param agents - task → what the agent does for it; one spec each @param more - other keys; some name places of the project */
export const aListProject = async (
  agents: Readonly<Record<string, string>>,
  work: Keys = {},
  more: Keys | ((home: string) => Keys) = {},
  { place = 'project', file = 'dualgate.yaml', env = {} }: Shape = {},
): Promise<ListProject> => {
  const home = await aFolder();
  const folder = join(home, place);
  const agentDoes = (task: string, script: string) => write(home, { [`${task}.sh`]: `${script}\n` });
  for (const [task, script] of Object.entries(agents)) {
    await write(folder, { [`specs/${task}.md`]: `# ${task}\n\n- [ ] AC-1: ${task}\n` });
    await agentDoes(task, script);
  }
  await write(home, { 'agent.sh': AGENT });
  const text = stringify({
    work: { specs: 'specs/', attempts: 2, ...work },
    agent: { command: ['sh', join(home, 'agent.sh')], env },
    tests: { command: 'sh suite.sh', runner: 'tap', files: ['suite.sh'] },
    commits: true,
    phases: [BUILD],
    ...(typeof more === 'function' ? more(home) : more),
  });
  await write(folder, { [file]: text, 'suite.sh': SUITE, '.gitignore': 'ignored\n' });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'commit.gpgsign=false', ...args], { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Bea');
  git('config', 'user.email', 'bea@example.org');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start');
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const config = () => parseConfig(text, { path: join(folder, file), readFile: () => '' });
  return {
    home,
    folder,
    config,
    git,
    agentDoes,
    read,
    work: async (options = {}) => {
      const events: ListEvent[] = [];
      const list = createWorkList({
        config: config(),
        ...options,
        onEvent: (event) => {
          options.onEvent?.(event);
          if (!isOfList(event)) return;
          schemaOfList(event.type).parse(event);
          events.push(event);
        },
      });
      return { ...(await list.ended), events };
    },
  };
};

const isOfList = (event: Parameters<NonNullable<WorkListOptions['onEvent']>>[0]): event is ListEvent =>
  /^(?:list|task)\./.test(event.type);

/** The story of a list in few words. */
export const tell = (events: readonly ListEvent[]): readonly string[] =>
  events.filter(isNoSetUp).flatMap((event) => {
    const name = 'task' in event ? event.task.replace(/^specs\/|\.md$/g, '') : '';
    if (event.type === 'task.started') return [`${name} ${event.resumed ? 'continues' : 'starts'}`];
    if (event.type === 'task.deferred') return [`${name} ${event.status}${event.again ? ', again' : ''}`];
    if (event.type === 'task.merging') return [`${name} merges`];
    if (event.type === 'task.reopened') return [`${name} reopened: ${event.why}`];
    if (event.type === 'task.done') return [`${name} done`];
    if (event.type === 'list.ended') return [event.status];
    return event.type === 'list.notice' ? [event.text] : [];
  });

const isNoSetUp = (event: ListEvent): boolean =>
  event.type !== 'list.notice' || !/^(?:Creating|Setting)/.test(event.text);
