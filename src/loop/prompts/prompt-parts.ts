/** Parts of a prompt: its facts, what held the last iteration, guidance, a reopened test; each bounded. */
import type { CheckResult } from '../../../gates/iteration.ts';
import type { Phase } from '../../../gates/phase.ts';
import { type SignalReason, SIGNAL_REASONS } from '../../../gates/signal-reasons.ts';
import { type Hold, type HoldLine, holdLines, sayHold, WIDTHS } from '../../records/say-hold.ts';
import type { DialectName, WorkPhase } from '../../signals/systems/dialects.ts';
import { openFence } from '../../signals/blocks/place-lines.ts';

export interface PromptFacts {
  readonly phase: Phase;
  readonly iteration: number;
  /** `null`: none was issued (`signals.require_nonce: false`). */
  readonly nonce: string | null;
  /** The form of the status block. @default the native one */
  readonly dialect?: DialectName;
  /** Work phases of the dialect, if it has any. @default its own default */
  readonly workPhase?: WorkPhase | undefined;
  /** Whether the agent can run the signal command in this turn. */
  readonly signalCommand: boolean;
  /** At least one; relative to the workspace. */
  readonly specPaths: readonly string[];
  readonly criteria: readonly { readonly id: string | null; readonly text: string }[];
  readonly suites: readonly { readonly name: string; readonly folder: string; readonly command: string }[];
  /** Other commands that are measured. @default [] */
  readonly checks?: readonly { readonly name: string; readonly command: string }[];
  readonly documentsGlobs: readonly string[];
  readonly requiredDocs: number;
  /** Files that must not be edited: the spec, the config, ignore files, and tests once they are frozen. */
  readonly frozen: readonly string[];
  /** Names of configs that may appear in this phase, if they are plain. @default [] */
  readonly setUp?: readonly string[];
  /** Existing configs whose lists may grow in this phase. @default [] */
  readonly extend?: readonly string[];
  readonly knownFailing: readonly string[];
  /** Whether the agent may name a criterion that already holds. */
  readonly mayGuard: boolean;
  /** Whether an earlier test may change with a criterion. @default false */
  readonly mayChange?: boolean;
  /** The frozen test that may be edited; null or absent: none. */
  readonly reopened?: OpenTest | null;
  /** The operators' guidance for this phase, in order. */
  readonly guidance: readonly Guidance[];
  readonly held: HeldIteration | null;
  /** The prompt that the agent has: then only what is new. @default 'none' */
  readonly has?: PromptSeen;
}

/** The whole prompt of an earlier phase of the same run, or of this one. */
export type PromptSeen = 'none' | 'earlier phase' | 'this phase';

interface OpenTest {
  readonly by: string;
  readonly reason: string;
  readonly file: string;
  /** Its id; null: any one of the file. */
  readonly test: string | null;
}

interface Guidance {
  readonly by: string;
  readonly text: string;
}

export interface HeldIteration {
  readonly hold: Hold;
  /** @default [] */
  readonly checks?: readonly CheckResult[];
  readonly signal: SignalReason;
  readonly signalDetail?: string | undefined;
}

/** The first `limit` items as a Markdown list, and the number of the others. */
export const listItems = (items: readonly string[], limit: number): readonly string[] => {
  const left = items.length - limit;
  return [...items.slice(0, limit).map(listItem), ...(left > 0 ? [`- … and ${left} more`] : [])];
};

/** The same, on one line. */
export const joinItems = (items: readonly string[], limit: number): string => {
  const left = items.length - limit;
  return [...items.slice(0, limit).map((item) => oneLine(item)), ...(left > 0 ? [`… and ${left} more`] : [])].join(
    ', ',
  );
};

/** On one line: an echo of the prompt must not open a code fence, in which the agent's own block would be lost. */
const listItem = (text: string): string => {
  const item = `- ${oneLine(text)}`;
  return openFence(item) === null ? item : `- | ${oneLine(text)}`;
};

/** The first lines of foreign text, each behind a bar, so that no fence, marker or heading in it counts. */
export const quoteLines = (
  text: string,
  limits: { readonly lines: number; readonly characters: number },
): readonly string[] => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const kept = lines.slice(0, limits.lines).map((line) => `  | ${cut(line, limits.characters)}`);
  return lines.length > limits.lines ? [...kept, '  | …'] : kept;
};

/** Text on one line, at most `characters` long. */
export const oneLine = (text: string, characters = 500): string => cut(text.replaceAll(/\s+/g, ' ').trim(), characters);

const cut = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters - 1)}…` : text;

const MAX = { lines: 20, characters: 500 } as const;

export const describeReopened = (open: OpenTest | null): readonly string[] =>
  open === null
    ? []
    : [
        '## Reopened test',
        '',
        `An operator reopened ${open.test === null ? `one test in ${oneLine(open.file)}` : oneLine(open.test)}. You may edit it, although its file is frozen:`,
        '',
        '- Change only the lines of this one test. Keep its name, and every other test as it is.',
        '- The edited test must fail on the code from before this phase, and pass on yours. dualgate runs both.',
        '- The first edit that meets this is frozen again.',
        '',
        listItem(`${open.by}:`),
        ...quoteLines(open.reason, MAX),
      ];

const MAX_GUIDANCE = { items: 10, text: { lines: 60, characters: 500 } } as const;

/** The section of the prompt, empty without guidance. The latest guidance counts most, so it is kept. */
export const describeGuidance = (guidance: readonly Guidance[]): readonly string[] => {
  if (guidance.length === 0) return [];
  const left = guidance.length - MAX_GUIDANCE.items;
  return [
    '## From the operator',
    '',
    'Follow this guidance from the operator of the run. It does not change the conditions for exiting the phase.',
    '',
    ...(left > 0 ? [`- … ${left} earlier entries omitted`] : []),
    ...guidance
      .slice(-MAX_GUIDANCE.items)
      .flatMap(({ by, text }) => [listItem(`${by}:`), ...quoteLines(text, MAX_GUIDANCE.text)]),
  ];
};

const SAID = { lines: 20, characters: 200 } as const;
const OUTPUT = { lines: 1, characters: 200 } as const;

/** The section of the prompt, bounded for any output of the suite. */
export const describeHeld = (held: HeldIteration): readonly string[] => [
  '## Why the last iteration was held',
  '',
  oneLine(sayHold(held.hold)),
  '',
  ...holdLines(held.hold, WIDTHS.prompt).flatMap(writeLine),
  `- Signal: ${describeSignal(held)}`,
  ...describeFailingChecks(held.checks ?? []),
];

const writeLine = ({ kind, text }: HoldLine): readonly string[] => {
  if (kind === 'title') return ['', text, ''];
  return kind === 'output' ? quoteLines(text, OUTPUT) : [listItem(text)];
};

const describeSignal = ({ signal, signalDetail }: HeldIteration): string => {
  const [people, agent] = SIGNAL_REASONS[signal];
  const what = signalDetail === undefined ? people : `${people} (${oneLine(signalDetail)})`;
  return agent === '' ? what : `${what}. ${agent}`;
};

/** The last lines that each failing check printed. */
const describeFailingChecks = (checks: readonly CheckResult[]): readonly string[] => {
  const failing = checks.filter(({ ok, said }) => ok === false && said.length > 0);
  return failing.flatMap(({ check, command, because, said }) => [
    '',
    `The last output of the check ${check} (${oneLine(command)}), ${because}:`,
    '',
    ...quoteLines(said.join('\n'), SAID),
  ]);
};
