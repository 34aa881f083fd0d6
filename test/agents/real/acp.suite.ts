import { ACP_AGENTS } from './acp-agents.ts';
import { claimAcp } from './acp-claims.ts';

// Not of `npm test`: some of these programs are large and slow to start.
for (const [name, agent] of Object.entries(ACP_AGENTS)) claimAcp(name, agent, 1);
