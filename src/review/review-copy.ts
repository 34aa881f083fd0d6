/**
 * A copy of the sources for a reviewer, in a folder of its own: it can write there, and nothing of that is measured.
 * `reviewed-files.ts` leaves out those that steer an agent program, since the reviewed agent may have written them.
 *
 * @module
 */
import type { Checkout } from '../checkout/checkout.ts';
import { openCheckout } from '../checkout/open-checkout.ts';
import type { Fingerprint } from '../sources/fingerprint.ts';

/** Instructions, settings, hooks and servers of agent programs. */
const STEERS_AGENTS =
  /(?:^|\/)(?:(?:CLAUDE(?:\.local)?|AGENTS?(?:\.override)?|CODEX|GEMINI|QWEN|CONVENTIONS)\.md|\.mcp\.json|(?:kilo|opencode)\.jsonc?|\.(?:cursor|windsurf|cline|kilocode)rules|\.kilocodemodes|\.(?:agents?|claude|cline|clinerules|codex|continue|copilot|cursor|gemini|kilo|kilocode|kiro|opencode|pi|qwen|windsurf)\/.*|\.github\/(?:copilot-instructions\.md|instructions\/.*|prompts\/.*|agents\/.*|hooks\/.*)|\.vscode\/.*)$/i;

export const steersAgents = (path: string): boolean => STEERS_AGENTS.test(path);

/**
 * The caller removes it. Links are left out: one could lead back into the workspace.
 *
 * @param workspace - absolute @param files - the sources, as fingerprinted
 * @throws the file system's own error when there is no room for it
 */
export const openReviewCopy = (workspace: string, files: Fingerprint['files']): Promise<Checkout> =>
  openCheckout({ from: { workspace, root: workspace, files: [...files.keys()] }, at: 'review', dependencies: 'none' });
