/**
 * The sandbox of a config, with no choice left open.
 *
 * @module
 */
import type { SandboxConfig } from '../sandbox/sandbox-config.ts';
import type { WrittenSandbox } from './schema/sandbox-schema.ts';

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
