/** Only a block with the nonce of this review is a verdict: the message may quote any text of the change. */
import { showCount } from '../../base/text/amounts.ts';
import { plainLine } from '../../base/text/plain-line.ts';
import { isMap, parseJson } from '../../base/text/parse-json.ts';

/** One problem that the reviewer found. */
export interface ReviewFinding {
  /** As the reviewer wrote it, on one line. */
  readonly path: string;
  /** From 1; null: the whole file. */
  readonly line: number | null;
  /** In one sentence, shortened. */
  readonly problem: string;
}

/** `approved` and `findings` are verdicts; `no_verdict` holds too, and the review is asked again. */
type ReviewOutcome = 'approved' | 'findings' | 'no_verdict';

export interface ReviewAnswer {
  /** Its verdict; `no_verdict`: it gave none. */
  readonly outcome: ReviewOutcome;
  /** Why there is no verdict, or why it does not approve although it says so; '' otherwise. */
  readonly why: string;
  /** At most 20, in its order. */
  readonly findings: readonly ReviewFinding[];
}

/** Characters of one finding. */
const MAX_PROBLEM = 300;
const MAX_PATH = 200;
/** A longer list is cut: the first ones are enough for one turn. */
const MAX_FINDINGS = 20;

/** The answer of a review in a few words, for every view. Pure. */
export const describeReview = ({ outcome, why, findings }: ReviewAnswer): string => {
  if (outcome === 'approved') return 'review: approved';
  if (outcome === 'no_verdict') return `review: no verdict: ${why}`;
  return `review: ${showCount(findings.length, 'finding')}${why === '' ? '' : ` (${why})`}`;
};

export const nameFinding = ({ path, line, problem }: ReviewFinding): string =>
  `${path}${line === null ? '' : `:${line}`}: ${problem}`;

export const BEGIN = '---REVIEW_VERDICT---';
export const END = '---END_REVIEW_VERDICT---';

/** Characters of one block, and of the message. */
const MAX_BLOCK = 100_000;
export const MAX_MESSAGE = 1_000_000;

/** @param nonce - of this review: it was made after the reviewed change */
export const readVerdict = (message: string, nonce: string): ReviewAnswer => {
  if (message.length > MAX_MESSAGE) return none('its answer is too long');
  const blocks = listBlocks(message);
  if (blocks.length === 0) return none(`its answer has no block ${BEGIN}`);
  const own = blocks.filter((block) => block.includes(nonce)).map((block) => readBlock(block, nonce));
  if (own.length === 0) return none('its verdict does not repeat the nonce of this review');
  const findings = own.flatMap((block) => block.findings);
  if (findings.length > 0) return refuse(findings, own.some(({ approves }) => approves) ? CONTRADICTORY : '');
  const broken = own.find(({ problem }) => problem !== null);
  if (broken !== undefined) return none(`its verdict is not valid: ${broken.problem}`);
  return { outcome: 'approved', why: '', findings: [] };
};

const CONTRADICTORY = 'it both approves and names findings';

const none = (why: string): ReviewAnswer => ({ outcome: 'no_verdict', why, findings: [] });

const refuse = (findings: readonly ReviewFinding[], why: string): ReviewAnswer => ({
  outcome: 'findings',
  why,
  findings: findings.slice(0, MAX_FINDINGS),
});

/** The text of each complete block; a block that begins anew before its end is dropped. */
const listBlocks = (message: string): readonly string[] => {
  const blocks: string[] = [];
  let open: string[] | null = null;
  for (const line of message.split(/\r?\n/)) {
    const bare = line.replace(/^[\s>*`]+/, '').replace(/[\s*`]+$/, '');
    if (bare === BEGIN) open = [];
    else if (bare === END) {
      if (open !== null) blocks.push(open.join('\n').slice(0, MAX_BLOCK));
      open = null;
    } else if (!/^\s*```/.test(line)) open?.push(line);
  }
  return blocks;
};

interface Block {
  readonly approves: boolean;
  readonly findings: readonly ReviewFinding[];
  readonly problem: string | null;
}

const readBlock = (text: string, nonce: string): Block => {
  const broken = (problem: string): Block => ({ approves: false, findings: [], problem });
  const value = parseJson(text);
  if (!isMap(value)) return broken('it is no JSON object');
  if (value['nonce'] !== nonce) return broken('its nonce is not that of this review');
  const { verdict, findings: listed = [] } = value;
  if (verdict !== 'approve' && verdict !== 'findings') return broken('verdict must be "approve" or "findings"');
  if (!Array.isArray(listed)) return broken('findings must be a list');
  const findings = listed.map(readFinding);
  const whole = findings.filter((each) => each !== null);
  if (whole.length < findings.length) return broken('a finding needs file and problem, and a line from 1 or null');
  if (verdict === 'findings' && whole.length === 0) return broken('it neither approves nor names a finding');
  return { approves: verdict === 'approve', findings: whole, problem: null };
};

const readFinding = (value: unknown): ReviewFinding | null => {
  if (!isMap(value)) return null;
  const { file, problem, line = null } = value;
  if (typeof file !== 'string' || typeof problem !== 'string') return null;
  if (line !== null && !(typeof line === 'number' && Number.isSafeInteger(line) && line >= 1)) return null;
  const [path, words] = [plainLine(file, MAX_PATH), plainLine(problem, MAX_PROBLEM)];
  return path === '' || words === '' ? null : { path, line, problem: words };
};
