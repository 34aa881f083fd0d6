/**
 * Where each agent program comes from, and the version that its preset was measured with and its streams were captured of.
 */
import type { PresetName } from '../../../src/agents/programs/presets.ts';

export interface AgentPackage {
  /** In the npm registry. */
  readonly name: string;
  readonly version: string;
  /** Its own install script, below `node_modules`: what `--ignore-scripts` leaves out, and it does not start without. */
  readonly script?: string;
}

export const AGENT_PACKAGES: Readonly<Record<PresetName, AgentPackage>> = {
  claude: {
    name: '@anthropic-ai/claude-code',
    version: '2.1.332',
    script: '@anthropic-ai/claude-code/install.cjs',
  },
  codex: { name: '@openai/codex', version: '0.171.0' },
  gemini: { name: '@google/gemini-cli', version: '0.61.0' },
  qwen: { name: '@qwen-code/qwen-code', version: '0.24.4' },
  opencode: { name: 'opencode-ai', version: '1.18.33', script: 'opencode-ai/postinstall.mjs' },
  copilot: { name: '@github/copilot', version: '1.0.102' },
  cline: { name: 'cline', version: '3.0.65' },
  kilo: { name: '@kilocode/cli', version: '7.7.7' },
  continue: { name: '@continuedev/cli', version: '1.5.47' },
  pi: { name: '@earendil-works/pi-coding-agent', version: '1.6.0' },
};
