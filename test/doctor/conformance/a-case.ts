/** Conformance cases for tests: ready to leave GREEN by default, so that a test shows only what spoils them. */
import { readFileSync } from 'node:fs';
import { answerCases, type CaseEvent, type CaseTally, readCase } from '../../../src/doctor/conformance/answer-cases.ts';
import type { ConformanceCase } from '../../../src/doctor/conformance/measure-case.ts';

export const SAYS_YES = '---PRP_PHASE_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_PRP_PHASE_STATUS---\n';

/** As JSON would hold it. */
export const aCase = (changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  id: 'ready',
  phase: 'GREEN',
  dialect: 'prp',
  transcript: SAYS_YES,
  metrics: { tests_total: 3, tests_passing: 3, tests_failing: 0, consecutive_green_runs: 2 },
  ...changes,
});

/** With these measurements added. */
export const measured = (metrics: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  aCase({ metrics: { tests_total: 3, tests_passing: 3, tests_failing: 0, consecutive_green_runs: 2, ...metrics } });

/** A case as the reader gives it; throws for one that is none. */
export const parsed = (value: Readonly<Record<string, unknown>>): ConformanceCase => {
  const read = readCase(JSON.stringify(value));
  if ('problem' in read) throw new Error(read.problem);
  return read.asked;
};

/** The cases of a file beside this one. */
export const casesOf = (name: string): readonly ConformanceCase[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const read = readCase(line);
      if ('problem' in read) throw new Error(`${name}: ${read.problem}`);
      return read.asked;
    });

/** Answers about a text, which comes in chunks of so many bytes. */
export const answered = async (
  text: string,
  chunkBytes = 1_000_000,
): Promise<{ readonly events: readonly CaseEvent[]; readonly tally: CaseTally }> => {
  const bytes = Buffer.from(text);
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  };
  const events: CaseEvent[] = [];
  const tally = await answerCases(chunks(), (each) => events.push(each));
  return { events, tally };
};
