import { createExitSignal, createSessionCompleted, nextWorkPhase, parseExitSignal } from 'dualgate/signals';

const printed = JSON.stringify(
  createExitSignal({
    phase_completed: 'IMPLEMENTATION',
    exit_reason: 'completed',
    pr_url: 'https://github.com/org/repo/pull/123',
    notes: 'Implementation complete',
  }),
);
const signal = parseExitSignal(printed, { AGENT_EXIT_PROTOCOL_ENABLED: 'true' });
console.log(createSessionCompleted({ session_id: 'session-123', actor_id: 'actor-456', signal }));
console.log(nextWorkPhase('REVIEW', 'completed'), nextWorkPhase('REVIEW', 'blocked'), nextWorkPhase('DRAFT', 'completed'));
