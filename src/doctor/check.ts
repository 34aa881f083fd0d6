/** One check of `doctor`. A check changes nothing in the workspace. */
import type { DualgateError } from '../../gates/errors.ts';
import { compileGates } from '../../gates/compile-gates.ts';
import { chooseAgent } from '../project/config/choose-agent.ts';
import { findUnmet, type NeedName } from '../run/preflight.ts';
import type { Config } from '../project/config/config.ts';
import type { TestCounts } from '../runners/test-run.ts';
import { plainLine } from '../base/text/plain-line.ts';

export interface Finding {
  readonly name: string;
  /** `problem`: a run would not start or would fail. `skipped`: not checked, and so unknown. */
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  /** One sentence without a full stop. */
  readonly says: string;
  /** Names and sentences as details, bounded. */
  readonly details?: readonly string[];
  readonly fix?: string;
}

/** A finding before it has its name. */
export type Look = Omit<Finding, 'name'>;

export const ok = (says: string): Look => ({ state: 'ok', says });

export const skipped = (says: string): Look => ({ state: 'skipped', says });

export const warning = (says: string, fix: string, details: readonly string[] = []): Look =>
  found('warning', says, fix, details);

export const problem = (says: string, fix: string, details: readonly string[] = []): Look =>
  found('problem', says, fix, details);

const MOST_DETAILS = 10;

const found = (state: Look['state'], says: string, fix: string, details: readonly string[]): Look => {
  const more = details.length - MOST_DETAILS;
  const shown = [
    ...details.slice(0, MOST_DETAILS).map((line) => plainLine(line)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
  return { state, says, ...(shown.length === 0 ? {} : { details: shown }), fix };
};

/** Of `Cannot do this: that is wrong. Do so.`, the last part is the advice. @param fix - the advice, if it has none */
export const problemOf = (message: string, fix = ''): Look => {
  const [, says, advice] = /^(.*?)\. (?=[A-Z`])(.*?)\.?$/s.exec(message) ?? [];
  if (says === undefined || advice === undefined) return problem(message.replace(/\.$/, ''), fix);
  return problem(says, `${advice}.`);
};

/** The same as a warning: a run starts. */
export const warningOf = (message: string): Look => ({ ...problemOf(message), state: 'warning' });

export type CheckName =
  | NeedName
  | 'node'
  | 'config'
  | 'sources'
  | 'state'
  | 'anchors'
  | 'sockets'
  | 'lock'
  | 'leftovers'
  | 'run'
  | 'sandbox'
  | 'suite'
  | 'diagrams'
  | 'memory';

export type DoctorEvent =
  | { readonly type: 'looking'; readonly name: string }
  | ({ readonly type: 'counted' } & TestCounts)
  /** A turn of the agent starts: it takes at most `timeout_ms`, and may cost money. */
  | { readonly type: 'asking'; readonly agent: string; readonly timeout_ms: number }
  | { readonly type: 'found'; readonly finding: Finding };

/** The input of every check. */
export interface Visit {
  /** Absolute: the workspace. */
  readonly folder: string;
  /** `null` if the config does not load; then `refusal` has the reason. */
  readonly config: Config | null;
  readonly refusal: DualgateError | null;
  /** Marks every process that is started. */
  readonly run: string;
  /** A folder outside the workspace that is removed afterwards. */
  readonly aside: string;
  readonly signal: AbortSignal;
  readonly emit: (event: DoctorEvent) => void;
}

export interface Check {
  readonly name: CheckName;
  /** Checks that must be in order first. */
  readonly needs: readonly CheckName[];
  /** Told instead of all else, where it says something. */
  readonly before?: (visit: Visit) => Promise<Look | null>;
  /** Asked where nothing of the same name refuses a run. */
  readonly look: (visit: Visit) => Promise<Look>;
  /** More advice, where something does. */
  readonly advise?: (fix: string, visit: Visit) => Promise<string>;
}

/** The list of the run itself comes first, so that the two agree. */
export const lookBy = async ({ name, before, look, advise }: Check, visit: Visit): Promise<Look> => {
  const { config } = visit;
  const told = await before?.(visit);
  if (told != null) return told;
  if (config === null) return look(visit);
  const asked = { gates: compileGates(config), agent: chooseAgent(config.agent) };
  const [first, ...details] = await findUnmet(config, asked, name);
  if (first === undefined) return look(visit);
  const { says, fix = '' } = problemOf(first);
  return problem(says, advise === undefined ? fix : await advise(fix, visit), details);
};

/** A check that needs a valid config. */
export const ofConfig =
  (look: (config: Config, visit: Visit) => Promise<Look>): Check['look'] =>
  async (visit) =>
    visit.config === null ? skipped('not checked: the config does not load') : look(visit.config, visit);
