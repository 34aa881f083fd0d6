/** The agent of a config, after defaults. */
import { resolve } from 'node:path';
import type { SandboxConfig } from '../../agents/sandbox/name-places.ts';
import type { WrittenSandbox } from './schema/agent-schema.ts';
import { PRESETS } from '../../agents/programs/presets.ts';
import type { WrittenConfig } from './schema/config-schema.ts';
import type { MemoryLimit } from '../../base/processes/watch-memory.ts';
import type { TestsConfig } from './shape-suites.ts';

/** The sandbox of a config, with no choice left open. */
const shapeSandbox = (written: WrittenSandbox): SandboxConfig => {
  const { use, command, network, writable, readable, hidden } =
    typeof written === 'string' ? { use: written } : written;
  if (command !== undefined) return { use: 'command', command };
  if (use !== 'bubblewrap') return { use: 'none' };
  return {
    use,
    network: network ?? 'keep',
    writable: writable ?? [],
    readable: readable ?? [],
    hidden: hidden ?? [],
  };
};

type WrittenAgent = WrittenConfig['agent'];

/** At most one of `use`, `command` and `script` is set, but `use: acp` has a command; none: the turns are those of an agent session (`isSession`). */
export interface AgentConfig {
  readonly use: Exclude<WrittenAgent['use'], 'scripted' | 'session' | undefined> | null;
  readonly command: readonly string[] | null;
  /** Absolute: the file of the scripted agent. */
  readonly script: string | null;
  readonly model: string | null;
  readonly permissions: NonNullable<WrittenAgent['permissions']>;
  readonly session: 'fresh' | 'resume';
  /** Added to those of the agent preset. */
  readonly args: readonly string[];
  /** Limit of one turn. */
  readonly timeout_ms: number;
  /** Limit without a sign of life; `null`: none. */
  readonly idle_timeout_ms: number | null;
  /** After SIGINT, and again after SIGTERM. */
  readonly grace_ms: number;
  /** Limit of one turn. Absent: by what is free. */
  readonly memory_bytes?: number;
  readonly env: Readonly<Record<string, string>>;
  /** For the agent and for the tests. */
  readonly sandbox: SandboxConfig;
}

/** The independent review. */
export interface ReviewConfig {
  /** Always in a fresh agent session. */
  readonly agent: AgentConfig;
}

type WrittenReview = Extract<NonNullable<WrittenConfig['checks']['review']>, { readonly agent?: unknown }>;

/** The sandbox and the memory are those of the run. @returns undefined where the config has no reviewer */
export const shapeReview = (
  written: WrittenConfig['checks']['review'],
  { grace_ms, memory_bytes, sandbox }: Pick<AgentConfig, 'grace_ms' | 'memory_bytes' | 'sandbox'>,
): ReviewConfig | undefined => {
  if (written === undefined || !isReview(written) || written.agent === undefined) return undefined;
  const { use = null, command = null, model = null, permissions = 'ask', args = [], timeout, env } = written.agent;
  return {
    agent: {
      use,
      command,
      script: null,
      model,
      permissions,
      session: 'fresh',
      args,
      timeout_ms: timeout,
      idle_timeout_ms: null,
      grace_ms,
      ...(memory_bytes !== undefined && { memory_bytes }),
      env,
      sandbox,
    },
  };
};

const isReview = (written: NonNullable<WrittenConfig['checks']['review']>): written is WrittenReview =>
  'agent' in written;

/** Whether the turns are those of an agent session that a person began. */
export const isSession = ({ use, command, script }: Pick<AgentConfig, 'use' | 'command' | 'script'>): boolean =>
  use === null && command === null && script === null;

/** A program that prints its events as they happen sends output often; a command may be silent until its end. */
const IDLE_TIMEOUT_OF_PRESETS_MS = 10 * 60_000;

const idleTimeoutOf = (use: AgentConfig['use']): number | null => {
  const isSilent = use === null || (use !== 'acp' && PRESETS[use].printsAtEnd === true);
  return isSilent ? null : IDLE_TIMEOUT_OF_PRESETS_MS;
};

export const shapeAgent = (agent: WrittenAgent, folder: string): AgentConfig => {
  const use = agent.use === undefined || agent.use === 'scripted' || agent.use === 'session' ? null : agent.use;
  return {
    use,
    command: agent.command ?? null,
    script: agent.script === undefined ? null : resolve(folder, agent.script),
    model: agent.model ?? null,
    permissions: agent.permissions ?? 'edit',
    session: agent.session ?? 'fresh',
    args: agent.args ?? [],
    timeout_ms: agent.timeout,
    idle_timeout_ms: agent.idle_timeout ?? idleTimeoutOf(use),
    grace_ms: agent.grace,
    ...(agent.memory !== undefined && { memory_bytes: agent.memory }),
    env: agent.env,
    sandbox: shapeSandbox(agent.sandbox ?? 'none'),
  };
};

/** Also of builds, checks, measures and CI. */
export const memoryOfTests = ({ memory_bytes }: Pick<TestsConfig, 'memory_bytes'>): MemoryLimit => ({
  bytes: memory_bytes ?? null,
  key: 'tests.memory',
});

/** Also of a reviewer. */
export const memoryOfAgent = ({ memory_bytes }: Pick<AgentConfig, 'memory_bytes'>): MemoryLimit => ({
  bytes: memory_bytes ?? null,
  key: 'agent.memory',
});
