/**
 * How agent and tests are kept from the rest of the machine, as a config says it.
 *
 * @module
 */

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
