/**
 * What each agent program tells of its turns, and what it keeps to itself: the table of `docs/how-to/agents/README.md`.
 *
 * @module
 */
import type { PresetName } from '../../src/agent-programs/presets.ts';
import { PRESETS } from '../../src/agent-programs/presets.ts';

export interface AgentFacts {
  readonly tokens: 'yes' | 'no';
  /** In US dollars. */
  readonly cost: string;
  readonly denials: string;
  /** For `session: resume`. */
  readonly session: 'yes' | 'no';
  /** When a limit of its provider is lifted. */
  readonly lifted: string;
  /** That it waits for its provider; who does not is idle to us. */
  readonly waits: 'yes' | 'no';
}

const WHERE_KNOWN = 'for models that it knows the price of';

export const AGENT_FACTS: Readonly<Record<PresetName, AgentFacts>> = {
  claude: { tokens: 'yes', cost: 'yes', denials: 'yes', session: 'yes', lifted: 'of a plan’s limit', waits: 'yes' },
  codex: {
    tokens: 'yes',
    cost: 'no',
    denials: 'not what its sandbox refused',
    session: 'yes',
    lifted: 'no',
    waits: 'yes',
  },
  gemini: { tokens: 'yes', cost: 'no', denials: 'no', session: 'yes', lifted: 'no', waits: 'no' },
  qwen: {
    tokens: 'yes',
    cost: 'no',
    denials: 'no: it has fewer tools then',
    session: 'yes',
    lifted: 'no',
    waits: 'no',
  },
  opencode: { tokens: 'yes', cost: WHERE_KNOWN, denials: 'yes', session: 'yes', lifted: 'yes', waits: 'no' },
  copilot: { tokens: 'no', cost: 'no', denials: 'yes', session: 'yes', lifted: 'no', waits: 'yes' },
  cline: { tokens: 'yes', cost: WHERE_KNOWN, denials: 'yes', session: 'no', lifted: 'no', waits: 'no' },
  pi: { tokens: 'yes', cost: WHERE_KNOWN, denials: 'no: it asks nobody', session: 'yes', lifted: 'no', waits: 'yes' },
};

export const renderFacts = (): string =>
  [
    '| agent | tokens | cost | what it was denied | a session to go on with | when a limit is lifted | that it waits |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...Object.values(PRESETS).map(({ name, title }) => {
      const { tokens, cost, denials, session, lifted, waits } = AGENT_FACTS[name];
      return `| [${title}](${name}.md) | ${[tokens, cost, denials, session, lifted, waits].join(' | ')} |`;
    }),
  ].join('\n');
