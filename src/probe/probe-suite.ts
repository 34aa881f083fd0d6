/**
 * Asks a suite whether it can fail: small faults are put, one at a time, into a copy of the code that a run changed, and
 * the suite runs there. A suite that notices none of them cannot tell code that works from code that does not.
 * The workspace itself is only read.
 *
 * @module
 */
import { dropHunk, type Hunk } from './diff-lines.ts';
import { type Fault, plant, type FaultKind, type Lines } from './fault.ts';
import { type ChangedFile, findChanges } from './find-changes.ts';
import type { Judgement } from './judge-run.ts';
import { ProbeError } from './probe-error.ts';
import type { ProbeQuestion } from './probe-question.ts';
import { type ProbeReport, shorten, type TriedFault, type UnprovenHunk } from './probe-report.ts';
import { makeScratchCopy } from './scratch-copy.ts';
import { openTrials, type Trials } from './trials.ts';
import { languageOf, SCRIPT_AS_TEXT } from './languages.ts';
import { findScriptFaults, stillParses } from './script-faults.ts';
import { parserFor } from './syntax-tree.ts';
import { findTextFaults } from './text-faults.ts';
import { createHash } from 'node:crypto';

/** Faults of which a run says nothing are replaced by others, up to so many times as many as are wanted. */
const TRIES = 4;
/** A few faults may all be such as no test could notice: while none was, so many times as many are tried. */
const BEFORE_HOLDING = 2;

/**
 * Runs the suite in a copy: once as it is, then with each fault, then without each hunk that none of them has shown to be
 * needed.
 *
 * @throws {WorkspaceError} when the repository cannot be read
 */
export const probeSuite = async (question: ProbeQuestion): Promise<ProbeReport> => {
  const { seed, limits, signal, onNews = () => {} } = question;
  const began = performance.now();
  const changes = await findChanges(question);
  const found = await findFaults(changes);
  const total = found.reduce((sum, { faults }) => sum + faults.length, 0);
  const finish = (shown: Partial<ProbeReport>): ProbeReport => {
    const report = { ...NOTHING, seed, ...shown };
    const { faults_planted: planted, faults_noticed: noticed, nothing_shown } = report;
    const tooFew =
      noticed === 0 && planted < limits.at_least
        ? `of the ${limits.at_least} faults that it takes only ${planted} could be tried`
        : null;
    return { ...report, nothing_shown: nothing_shown ?? tooFew, ms: Math.round(performance.now() - began) };
  };
  if (total === 0) return finish({ nothing_shown: 'no line of code that this run changed can have a fault' });
  onNews({ type: 'probe.started', files: found.length, faults: total, seed });
  const copy = await makeScratchCopy(question);
  try {
    const trials = await openTrials(question, copy, began + limits.minutes * 60_000);
    if (trials.problem !== null) return finish({ nothing_shown: [trials.problem, ...copy.missing].join('; ') });
    const faults = await tryFaults(trials, found, question);
    const hunks = await tryHunks(trials, found, faults);
    signal?.throwIfAborted();
    const noticed = faults.filter(({ end }) => end === 'noticed').length;
    const unnoticed = faults.filter(({ end }) => end === 'unnoticed').length;
    return finish({ faults, faults_planted: noticed + unnoticed, faults_noticed: noticed, ...hunks });
  } catch (error) {
    if (error instanceof ProbeError) return finish({ nothing_shown: error.message });
    throw error;
  } finally {
    await copy.remove();
  }
};

const NOTHING: ProbeReport = {
  seed: '',
  faults_planted: 0,
  faults_noticed: 0,
  faults: [],
  hunks: { total: 0, tried: 0 },
  unproven: [],
  nothing_shown: null,
  ms: 0,
};

const OUT_OF_BUDGET: Judgement = { end: 'out_of_budget', why: 'the minutes of the probe were over' };

const tryFaults = async (
  trials: Trials,
  found: readonly FaultsOfFile[],
  { seed, limits, onNews = () => {} }: ProbeQuestion,
): Promise<readonly TriedFault[]> => {
  const ofPath = new Map(found.map((each) => [each.file.path, each]));
  const tried: TriedFault[] = [];
  /** A second fault at a place where one was noticed would show nothing new, and costs a run of the suite. */
  const noticedAt = new Set<string>();
  const isAnswer = ({ end }: Judgement): boolean => end === 'noticed' || end === 'unnoticed';
  for (const fault of orderFaults(
    found.flatMap(({ faults }) => faults),
    seed,
  )) {
    const answers = tried.filter(isAnswer);
    const wanted = limits.faults * (answers.some(({ end }) => end === 'noticed') ? 1 : BEFORE_HOLDING);
    if (tried.length >= limits.faults * TRIES || answers.length >= wanted) break;
    const source = ofPath.get(fault.path);
    if (source === undefined || !source.canStand(fault)) continue;
    if (fault.again === true && noticedAt.has(placeOf(fault))) continue;
    const { path, line, kind } = fault;
    const judgement = (await trials.run(source.file, plant(source.file.text, fault))) ?? OUT_OF_BUDGET;
    const one = { path, line, kind, before: shorten(fault.before), after: shorten(fault.after), ...judgement };
    tried.push(one);
    if (judgement.end === 'noticed') noticedAt.add(placeOf(fault));
    onNews({ type: 'fault.tried', ...one });
    if (judgement.end === 'out_of_budget') break;
  }
  return tried;
};

const placeOf = ({ path, from, to }: Fault): string => `${from}-${to} ${path}`;

const tryHunks = async (
  trials: Trials,
  found: readonly FaultsOfFile[],
  tried: readonly TriedFault[],
): Promise<Pick<ProbeReport, 'hunks' | 'unproven'>> => {
  // A hunk of comments or of types is needed by no test, and that is as it should be.
  const hunks = found.flatMap(({ file, faults }) =>
    file.hunks.filter((hunk) => faults.some(({ line }) => isIn(hunk, line))).map((hunk) => ({ file, hunk })),
  );
  const noticed = tried.filter(({ end }) => end === 'noticed');
  const isProven = ({ file, hunk }: { readonly file: ChangedFile; readonly hunk: Hunk }): boolean =>
    noticed.some(({ path, line }) => path === file.path && isIn(hunk, line));
  const unproven: UnprovenHunk[] = [];
  let count = hunks.filter(isProven).length;
  for (const { file, hunk } of hunks.filter((each) => !isProven(each))) {
    const judgement = await trials.run(file, file.isNew ? null : dropHunk(file.text, hunk));
    if (judgement === null) break;
    count += 1;
    if (judgement.end === 'unnoticed') unproven.push({ path: file.path, line: hunk.line, lines: hunk.lines });
  }
  return { hunks: { total: hunks.length, tried: count }, unproven };
};

const isIn = ({ line, lines }: Hunk, at: number): boolean => at >= line && at < line + lines;

interface FaultsOfFile {
  readonly file: ChangedFile;
  readonly faults: readonly Fault[];
  /** Whether the text is still of its language with the fault in it; where nobody can tell, a run will. */
  readonly canStand: (fault: Fault) => boolean;
}

/** Files without any are left out. */
const findFaults = async (changes: readonly ChangedFile[]): Promise<readonly FaultsOfFile[]> => {
  const found: FaultsOfFile[] = [];
  for (const file of changes) found.push(await findInFile(file));
  return found.filter(({ faults }) => faults.length > 0);
};

const findInFile = async (file: ChangedFile): Promise<FaultsOfFile> => {
  const { path, text } = file;
  const lines = withoutPatches(text, file.lines);
  const language = languageOf(path);
  const always = (): boolean => true;
  if (language === null) return { file, faults: [], canStand: always };
  if (language !== 'script') return { file, faults: findTextFaults(path, text, lines, language), canStand: always };
  const parse = await parserFor(path);
  try {
    const faults = findScriptFaults(path, text, lines, parse);
    return { file, faults, canStand: (fault) => stillParses(text, fault, parse) };
  } catch (error) {
    // Flow, or a proposal that the parser does not know.
    if (error instanceof SyntaxError) {
      return { file, faults: findTextFaults(path, text, lines, SCRIPT_AS_TEXT), canStand: always };
    }
    throw error;
  }
};

/** What a test of the behaviour notices first; a constant may well be one that no test asks for. */
const KINDS: readonly FaultKind[] = ['return', 'condition', 'operator', 'statement', 'body', 'constant'];

/**
 * The order in which faults are tried: by a seed, spread over kinds and files. Pure: the same seed and the same faults
 * give the same order, on any machine.
 *
 * All of them, each kind in turn, and of a kind the file that has had the fewest before; what is at a place again comes last.
 */
export const orderFaults = (faults: readonly Fault[], seed: string): readonly Fault[] => [
  ...spread(
    faults.filter(({ again }) => again === undefined),
    seed,
  ),
  ...spread(
    faults.filter(({ again }) => again === true),
    seed,
  ),
];

const spread = (faults: readonly Fault[], seed: string): readonly Fault[] => {
  const drawn = faults
    .map((fault) => ({ fault, lot: draw(seed, fault) }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .map(({ fault }) => fault);
  const waiting = new Map(KINDS.map((kind) => [kind, drawn.filter((fault) => fault.kind === kind)]));
  const ofFile = new Map<string, number>();
  const ordered: Fault[] = [];
  while (ordered.length < faults.length) {
    for (const kind of KINDS) {
      const left = waiting.get(kind) ?? [];
      const fewest = Math.min(...left.map(({ path }) => ofFile.get(path) ?? 0));
      const next = left.findIndex(({ path }) => (ofFile.get(path) ?? 0) === fewest);
      const [fault] = next === -1 ? [] : left.splice(next, 1);
      if (fault === undefined) continue;
      ordered.push(fault);
      ofFile.set(fault.path, (ofFile.get(fault.path) ?? 0) + 1);
    }
  }
  return ordered;
};

/** Only the sum of the seed and the fault: what else there is to draw from does not move it. */
const draw = (seed: string, { path, from, to, after }: Fault): string =>
  createHash('sha256')
    .update(JSON.stringify([seed, path, from, to, after]))
    .digest('hex');

const REACHES =
  /\bassert(?:[A-Z]\w*)?\b|\bexpect\b|\bchai\b|\bvitest\b|\bjest\b|\bpytest\b|\bunittest\b|\basymmetricMatch\b|\btoPrimitive\b|\bvalueOf\b|process\.(?:exit|exitCode|on|once|abort|kill)\b|\bos\._exit\b|\bsys\.exit\b|\batexit\b/;

/** An overloaded comparison, up to where its block ends. */
const OVERLOADS = /^(\s*)def\s+__(?:eq|ne|bool|lt|le|gt|ge|hash|contains|len)__\b/;

/**
 * Lines that reach into the tests instead of doing work: they patch assertions, overload equality or leave the process. A
 * fault in one of them would break the trick and so be noticed, which says nothing about the tests. Pure.
 *
 * The lines without those.
 */
export const withoutPatches = (text: string, lines: Lines): Lines => {
  const kept = new Set<number>();
  let overload: number | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const indent = line.length - line.trimStart().length;
    if (overload !== null && line.trim() !== '' && indent <= overload) overload = null;
    const begins = OVERLOADS.exec(line)?.[1];
    if (begins !== undefined) overload = begins.length;
    if (lines.has(index + 1) && overload === null && !REACHES.test(line)) kept.add(index + 1);
  }
  return kept;
};
