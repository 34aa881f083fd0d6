/**
 * The sandbox of a config, with no choice left open.
 *
 * @module
 */
import type { WrittenSandbox } from './schema/sandbox-schema.ts';

/** Paths as written: the home folder is known only when the sandbox is opened. */
export interface BubblewrapConfig {
  readonly use: 'bubblewrap';
  readonly network: 'keep' | 'agent_only' | 'none';
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  readonly hidden: readonly string[];
}

/** The sandbox of the agent and the tests. */
export type SandboxConfig =
  | { readonly use: 'none' }
  | BubblewrapConfig
  | { readonly use: 'command'; readonly command: readonly string[] };

export const shapeSandbox = (written: WrittenSandbox): SandboxConfig => {
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
