/**
 * A turn that came to nothing that could be measured: no gate is asked, it is counted apart and bounded apart (RULES 4.1).
 *
 * @module
 */
import type { Turn } from '../../gates/iteration.ts';
import type { Course, Settlement, VoidTurn, Wait } from '../../machines/index.ts';
import { adviseTurn } from '../agents/advise.ts';
import { planWait } from './plan-wait.ts';
import type { RunSite } from './run-site.ts';

/** Crashes in one iteration after which the work is halted (RULES 4.4). */
const MAX_CRASHES = 3;

/**
 * Records the void turn. What a person must mend halts the work at once, crashes do after a few, and a provider's limit is
 * waited out.
 */
export const recordVoidTurn = (site: RunSite, { prepared, turn }: VoidTurn): Course<Wait | null> => {
  const { phase, iteration, attempt } = prepared;
  const { journal, announce } = site;
  const { outcome } = turn;
  const why = describeVoid(turn, site);
  const course = courseOf(site, turn, why);
  const until = 'go' in course && course.go !== null ? course.go.until : null;
  journal.write('attempt.void', {
    phase,
    iteration,
    attempt,
    outcome,
    why,
    ...(until === null ? {} : { wait_until: until }),
  });
  announce({ type: 'attempt.void', phase, iteration, attempt, outcome, why });
  if ('settle' in course) {
    journal.write('chart.halted', { phase, why: course.settle.why });
    announce({ type: 'needs.human', why: course.settle.why });
  } else if (until !== null) announce({ type: 'waiting', phase, iteration, attempt, until, why });
  return course;
};

const courseOf = (site: RunSite, turn: Turn, why: string): Course<Wait | null> => {
  const needsHuman = (): Course<null> => halt('needs_human', `${why}. ${adviseTurn(turn)}`);
  switch (turn.outcome) {
    case 'missing':
    case 'unauthorised':
    case 'permission_denied':
      return needsHuman();
    case 'rate_limited':
      return waitOrHalt(site, turn, why);
    case 'crashed':
    case 'timed_out':
    case 'ok':
    case 'empty': {
      const crashes = site.journal.state().crashes + 1;
      return crashes < MAX_CRASHES ? { go: null } : halt('stuck', `${why}, ${crashes} times in a row`);
    }
  }
};

const waitOrHalt = ({ journal, now, config }: RunSite, turn: Turn, why: string): Course<Wait> => {
  const { limits, since } = journal.state();
  const until = planWait({ limits: limits + 1, resetsAt: turn.error?.resets_at ?? null, now: now() });
  if (until === null) return halt('stuck', `${why}, ${limits + 1} times in a row. ${adviseTurn(turn)}`);
  const end = new Date(new Date(since).getTime() + config.limits.minutes * 60_000);
  if (until < end) return { go: { until: until.toISOString() } };
  const late = `it is lifted ${until.toISOString()} at the earliest, and the run ends ${end.toISOString()} (limits.minutes)`;
  return halt('stuck', `${why}; ${late}. ${adviseTurn(turn)}`);
};

const halt = (status: Settlement['status'], why: string): { readonly settle: Settlement } => ({
  settle: { status, why },
});

const describeVoid = ({ outcome, exit_code, error, denials = [] }: Turn, { agent }: RunSite): string => {
  const told = error === undefined ? denials.join('; ') : error.message;
  const because = told === '' ? '' : `: ${told.replace(/[.\s]+$/, '')}`;
  switch (outcome) {
    case 'missing':
      return `The agent could not be started: ${agent.program}`;
    case 'unauthorised':
      return `The agent is not authorised${because}`;
    case 'permission_denied':
      return `The agent was not allowed to do its work${because}`;
    case 'rate_limited':
      return `The agent ran into a limit of its provider${because}`;
    case 'crashed':
    case 'timed_out':
    case 'ok':
    case 'empty':
      return `The agent crashed (exit code ${exit_code ?? 'none'}) and changed nothing${because}`;
  }
};
