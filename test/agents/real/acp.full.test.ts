import { ACP_AGENTS } from './acp-agents.ts';
import { claimAcp } from './acp-claims.ts';

// The others are tried by `npm run test:agents`.
for (const [name, agent] of Object.entries(ACP_AGENTS)) if (name === 'codex-acp') claimAcp(name, agent, 3);
