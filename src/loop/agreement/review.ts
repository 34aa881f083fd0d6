/**
 * Asks the independent review when both gates agree on everything else. Its verdict about these sources is recorded and
 * never asked for again. It can hold the phase; it opens nothing.
 */
import { join } from 'node:path';
import type { Finding, Turn } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { type Agent, chooseAgent } from '../../project/config/choose-agent.ts';
import { takeTurn } from '../../agents/take-turn.ts';
import { memoryOfAgent, type Config } from '../../project/config/config.ts';
import { finding } from '../../evidence/findings/findings.ts';
import { nameFrozen } from '../../evidence/integrity/freeze.ts';
import { sourceReader } from '../../evidence/integrity/script-closure.ts';
import { readSpecFiles } from '../../evidence/measures/read-spec-criteria.ts';
import type { KnownReview } from '../../records/fold/work-state.ts';
import { type ReviewAnswer, MAX_MESSAGE, readVerdict } from '../../evidence/review/read-verdict.ts';
import {
  openReviewCopy,
  renderReviewPrompt,
  chooseReviewed,
  isHiddenFromReview,
} from '../../evidence/review/review-prompt.ts';
import { writeDiff } from '../../evidence/review/write-diff.ts';
import { matchLeftOut } from '../../project/sources/fingerprint.ts';
import { plainLine } from '../../base/text/plain-line.ts';
import { findLimit } from '../limits.ts';
import type { Measured } from '../iteration.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { sandboxOf } from '../sandbox-of.ts';
import { nameTranscript } from '../turn/transcripts.ts';
import { type Check, measureAgain } from './agreement.ts';

export const review: Check = {
  name: 'review',
  metrics: ['review_approved'],
  isAsked: ({ config }) => config.review !== undefined,
  run: async (context, { measured, tests }, signal) => {
    const { review: config } = context.config;
    if (config === undefined) return measured;
    const known = context.journal.state().reviews[measured.last.tree];
    const found = known === undefined ? await askReview(context, config, measured, signal) : judge(known);
    return measureAgain(context, measured, tests, found);
  },
};

interface ReviewFound {
  readonly metrics: Metrics;
  readonly findings: readonly Finding[];
}

const SHOWN = 10;

const judge = ({ outcome, why, findings, reviewer }: KnownReview): ReviewFound => {
  if (outcome === 'approved') return { metrics: { review_approved: true }, findings: [] };
  if (outcome === 'no_verdict') return hold(finding('review.no_verdict', { reviewer, why }));
  const more = findings.length - SHOWN;
  return hold(
    finding('review.holds', { reviewer, why }),
    ...findings
      .slice(0, SHOWN)
      .map(({ path, line, problem }) =>
        finding('review.finding', { path, problem, ...(line === null ? {} : { line }) }),
      ),
    ...(more <= 0 ? [] : [finding('review.finding.more', { count: more })]),
  );
};

const hold = (...findings: readonly Finding[]): ReviewFound => ({ metrics: { review_approved: false }, findings });

const askReview = async (
  context: RunContext,
  review: NonNullable<Config['review']>,
  { record: { phase, iteration, attempt }, last }: Measured,
  signal: AbortSignal,
): Promise<ReviewFound> => {
  const { config, journal, emit } = context;
  // The next turn would not begin either: the limit ends the run there.
  const limit = findLimit(config, phase, journal.state(), context.stopwatch.elapsedMs);
  if (limit !== null) return hold(finding('review.not_asked', { why: limit }));
  const agent = chooseAgent(review.agent);
  const reviewer = agent.preset?.name ?? plainLine(agent.commandOf(null).join(' '), MAX_REVIEWER);
  emit({ type: 'review.started', phase, iteration, reviewer });
  const nonce = context.newNonce();
  const prompt = await writeReviewPrompt(context, { phase, nonce, last });
  const { turn, message, transcript } = await runReviewer(
    context,
    { review, agent, prompt, name: `review-${phase.toLowerCase()}-${iteration}-${attempt}`, last },
    signal,
  );
  signal.throwIfAborted();
  const problem = describeEnd(turn, review);
  const answer: ReviewAnswer =
    problem === null ? readVerdict(message, nonce) : { outcome: 'no_verdict', why: problem, findings: [] };
  journal.write('review.ended', { phase, iteration, attempt, tree: last.tree, reviewer, ...answer, turn, transcript });
  return judge({ ...answer, reviewer });
};

const MAX_REVIEWER = 100;

/** A process that did not end well has no verdict, whatever it printed; null for one that did. */
const describeEnd = ({ outcome, error, exit_code }: Turn, { agent }: NonNullable<Config['review']>): string | null => {
  const because = error === undefined ? '' : ` (${error.message})`;
  switch (outcome) {
    case 'ok':
      return null;
    case 'empty':
      return 'it printed nothing';
    case 'timed_out':
      return `it reached its time limit of ${agent.timeout_ms / 1_000} s (checks.review.agent.timeout)`;
    case 'crashed':
      return `${exit_code === null ? 'it was ended' : `it ended with exit code ${exit_code}`}${because}`;
    case 'missing':
      return 'its program could not be started';
    case 'rate_limited':
    case 'permission_denied':
    case 'unauthorised':
      return `${outcome.replaceAll('_', ' ')}${because}`;
  }
};

interface Asked {
  readonly phase: string;
  readonly nonce: string;
  readonly last: Measured['last'];
}

const writeReviewPrompt = async (
  { config, gates, journal }: RunContext,
  { phase, nonce, last }: Asked,
): Promise<string> => {
  const { base, writes, reviews } = journal.state();
  const { copied, shown, own } = await reviewedOf(config, last.files);
  const isLeftOut = matchLeftOut([...config.tests.writes, ...writes.accepted]);
  const diff = await writeDiff({
    workspace: config.folder,
    base,
    files: shown,
    isLeftOut: (path) => isLeftOut(path) || isHiddenFromReview(path, own),
    isOpen: (path) => copied.has(path),
  });
  return renderReviewPrompt({
    phase: gateOf(gates, phase).phase,
    criteria: (await readSpecFiles(config)).flatMap((file) => file.criteria),
    base,
    diff,
    earlier: Object.values(reviews).flatMap(({ findings }) => findings),
    nonce,
  });
};

/** The config is frozen, and may contain the variables of the agent. */
const reviewedOf = async ({ folder, files }: RunContext['config'], sources: Measured['last']['files']) => {
  const own = new Set(files.map((path) => nameFrozen(folder, path)));
  return { ...(await chooseReviewed(sources, own, sourceReader(folder))), own };
};

interface ReviewerRun {
  readonly review: NonNullable<Config['review']>;
  readonly agent: Agent;
  readonly prompt: string;
  readonly name: string;
  readonly last: Measured['last'];
}

interface ReviewerSaid {
  readonly turn: Turn;
  readonly message: string;
  readonly transcript: string;
}

/** In a copy, with no signal command: nothing that it prints or writes is an exit signal or a measurement. */
const runReviewer = async (
  context: RunContext,
  { review, agent, prompt, name: wanted, last }: ReviewerRun,
  signal: AbortSignal,
): Promise<ReviewerSaid> => {
  const { config, folders, run } = context;
  const copy = await openReviewCopy(config.folder, (await reviewedOf(config, last.files)).copied);
  const name = nameTranscript(folders.transcripts, wanted);
  const file = (stream: string): string => join(folders.transcripts, `${name}.${stream}`);
  const decoder = new TextDecoder();
  let message = '';
  try {
    const turn = await takeTurn({
      command: [...agent.commandOf(null), ...(agent.preset?.outsideRepository ?? [])],
      launcher: await sandboxOf('reviewer', {
        config: { ...config, agent: review.agent },
        agent,
        run,
        reports: null,
        copy: { ...copy, pathIn: (path) => path },
      }),
      preset: agent.preset,
      workspace: copy.folder,
      prompt,
      timeoutMs: review.agent.timeout_ms,
      graceMs: review.agent.grace_ms,
      memory: memoryOfAgent(review.agent),
      env: { ...agent.env, DUALGATE_RUN: run },
      transcript: { stdout: file('stdout'), stderr: file('stderr'), said: file('said') },
      onMessage: (said) => {
        // One character more shows that it is too long.
        if (message.length <= MAX_MESSAGE)
          message += typeof said === 'string' ? said : decoder.decode(said, { stream: true });
      },
      signal,
    });
    const transcript = `transcripts/${name}.${agent.preset === null ? 'stdout' : 'said'}`;
    return { turn, message, transcript };
  } finally {
    await copy.remove();
  }
};
