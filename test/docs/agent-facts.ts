/** Facts that each agent reports about its turns: the table of `docs/how-to/agents/README.md`. */
import type { PresetName } from '../../src/agents/programs/presets.ts';
import { PRESETS } from '../../src/agents/programs/presets.ts';

export interface AgentFacts {
  readonly tokens: 'yes' | 'no';
  /** In US dollars. */
  readonly cost: string;
  readonly denials: string;
  /** Whether `session: resume` works. */
  readonly session: 'yes' | 'no';
  /** Whether it reports when a provider limit resets. */
  readonly lifted: string;
  /** Whether it reports that it waits for its provider; otherwise it counts as idle. */
  readonly waits: 'yes' | 'no';
}

const WHERE_KNOWN = 'for models with a known price';

export const AGENT_FACTS: Readonly<Record<PresetName, AgentFacts>> = {
  claude: { tokens: 'yes', cost: 'yes', denials: 'yes', session: 'yes', lifted: 'for plan limits', waits: 'yes' },
  codex: {
    tokens: 'yes',
    cost: 'no',
    denials: 'not those of its sandbox',
    session: 'yes',
    lifted: 'no',
    waits: 'yes',
  },
  gemini: { tokens: 'yes', cost: 'no', denials: 'no', session: 'yes', lifted: 'no', waits: 'no' },
  qwen: {
    tokens: 'yes',
    cost: 'no',
    denials: 'no: has fewer tools instead',
    session: 'yes',
    lifted: 'no',
    waits: 'yes',
  },
  opencode: { tokens: 'yes', cost: WHERE_KNOWN, denials: 'yes', session: 'yes', lifted: 'yes', waits: 'no' },
  copilot: { tokens: 'no', cost: 'no', denials: 'yes', session: 'yes', lifted: 'no', waits: 'yes' },
  cline: { tokens: 'yes', cost: WHERE_KNOWN, denials: 'yes', session: 'no', lifted: 'no', waits: 'no' },
  kilo: { tokens: 'yes', cost: WHERE_KNOWN, denials: 'yes', session: 'yes', lifted: 'yes', waits: 'no' },
  continue: {
    tokens: 'no',
    cost: 'no',
    denials: 'no: has fewer tools instead',
    session: 'no',
    lifted: 'no',
    waits: 'no',
  },
  pi: { tokens: 'yes', cost: WHERE_KNOWN, denials: 'no: never asks', session: 'yes', lifted: 'no', waits: 'yes' },
};

export const renderFacts = (): string =>
  [
    '| agent | tokens | cost in USD | denials | resumable session | time of limit reset | waiting |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...Object.values(PRESETS).map(({ name, title }) => {
      const { tokens, cost, denials, session, lifted, waits } = AGENT_FACTS[name];
      return `| [${title}](${name}.md) | ${[tokens, cost, denials, session, lifted, waits].join(' | ')} |`;
    }),
  ].join('\n');
