/** A captured stream as it is kept: without paths and ports of the machine, and without what says nothing. */
import { dirname } from 'node:path';
import { agentsFolder } from './find-agent.ts';
import type { AgentHome } from './an-agent-home.ts';

const NOISE = new Set(['session.background_tasks_changed', 'session.skills_loaded']);
/** Long lists of what a program has on board. */
const LISTS = new Set(['tools', 'slash_commands', 'agents', 'skills', 'plugins', 'mcp_servers', 'messages']);
const MAX_TEXT = 1_200;

/** JSON lines, each event as the program printed it but for the long parts. */
export const cleanCapture = (
  stdout: string,
  agent: Pick<AgentHome, 'home' | 'workspace'>,
  url: string,
  session: string | null,
): string => {
  const folder = dirname(agent.home);
  const plain = stdout
    .replaceAll(session ?? 'no session', 'session-1')
    .replaceAll(agent.workspace, '/home/agent/work')
    .replaceAll(agent.home, '/home/agent')
    .replaceAll(folder, '/home')
    // As a name of a folder.
    .replaceAll(agent.workspace.replaceAll('/', '-'), '-home-agent-work')
    .replaceAll(url, 'http://127.0.0.1:8080')
    .replaceAll(new URL(url).host, '127.0.0.1:8080')
    .replaceAll(agentsFolder() ?? 'no folder', '/opt/agents');
  return plain
    .split('\n')
    .filter((line) => line !== '')
    .filter((line) => !NOISE.has(typeOf(line)))
    .map((line) => `${shorten(line)}\n`)
    .join('');
};

/** The last lines that it printed on stderr. */
export const cleanStderr = (stderr: string, agent: AgentHome): string =>
  stderr
    .replaceAll(dirname(agent.home), '/home')
    .replaceAll(agentsFolder() ?? 'no folder', '/opt/agents')
    .slice(-400);

const typeOf = (line: string): string => /^\{"type":"([\w.]+)"/.exec(line)?.[1] ?? '';

const shorten = (line: string): string =>
  JSON.stringify(JSON.parse(line), (key, value: unknown) => {
    if (LISTS.has(key) && Array.isArray(value)) return value.slice(0, 2);
    return typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  });
