/**
 * A home and a workspace for one real agent program: nothing of the user's, a dummy key, and no model but the scripted
 * one on 127.0.0.1.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PresetName } from '../../../src/agents/programs/presets.ts';
import { fileMark } from '../../left-running.ts';
import { AGENT_SETUPS } from './agent-setups.ts';
import { agentsPath } from './find-agent.ts';

export interface AgentHome {
  readonly home: string;
  /** A git repository with one commit. */
  readonly workspace: string;
  /** The whole environment of the agent. */
  readonly env: Readonly<Record<string, string>>;
  /** Required value of `agent.model`. */
  readonly model: string | null;
  readonly remove: () => void;
}

/** Home and workspace of an agent; `connectAgent` then points it at a model. */
export const anAgentHome = (name: PresetName): AgentHome => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
  const home = join(folder, 'home');
  const workspace = join(folder, 'workspace');
  const temporary = join(folder, 'tmp');
  for (const each of [home, workspace, temporary]) mkdirSync(each);
  const env = {
    PATH: agentsPath(),
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    TMPDIR: temporary,
    NO_COLOR: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    ...fileMark(),
    ...AGENT_SETUPS[name].env(home),
  };
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: workspace, env, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(workspace, 'README.md'), '# A workspace\n');
  git('add', '--all');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message=first');
  return {
    home,
    workspace,
    env,
    model: AGENT_SETUPS[name].model,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Points the agent at the model of `url`, with as few retries of its own as it can be told. */
export const connectAgent = (name: PresetName, agent: AgentHome, url: string): AgentHome => {
  const { files = () => ({}), connect = () => ({}), prepare } = AGENT_SETUPS[name];
  for (const [path, content] of Object.entries(files(url))) {
    mkdirSync(dirname(join(agent.home, path)), { recursive: true });
    writeFileSync(join(agent.home, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const connected = { ...agent, env: { ...agent.env, ...connect(url) } };
  const [program, ...args] = prepare?.(url) ?? [];
  if (program !== undefined) execFileSync(program, args, { cwd: agent.workspace, env: connected.env, stdio: 'ignore' });
  return connected;
};
