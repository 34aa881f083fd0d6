import { textsOf } from '../findings/a-finding.ts';
import { describe, expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import type { MeasureFunction, OwnMeasure } from '../../../src/project/config/own-measure.ts';
import type { MeasuredCheck, Question } from '../../../src/evidence/measures/measure.ts';
import { metricsOf } from '../../../src/evidence/measures/metrics-of-measures.ts';
import { measureOfUser } from '../../../src/evidence/measures/user.measure.ts';

import { LEAST, parse } from '../../project/config/a-config.ts';
import { READY } from '../../gates/an-iteration.ts';

const METRICS = { kb: { type: 'number', progress: false }, small: { type: 'boolean', progress: false } } as const;
const BUNDLE: OwnMeasure = { name: 'bundle', command: ['size'], measure: null, metrics: METRICS, timeout_ms: 60_000 };
const TREE = { tree: 't', head: null, files: new Map([['a.js', '100644 x']]), stamps: new Map() };

/** Asks a measure in GREEN, under a condition over `kb`; everything else is as it should be. */
const ask = async (
  own: OwnMeasure,
  ran: Partial<MeasuredCheck['result']> & { readonly stdout?: string | null } = {},
  differing: Partial<Question> = {},
) => {
  const config = { ...parse(LEAST), measures: [own] };
  const phases = config.phases.map((phase) =>
    phase.phase === 'GREEN' ? { ...phase, gate_1: { ...phase.gate_1, condition: 'kb <= 200' } } : phase,
  );
  const gate = compileGates({ phases, metrics: metricsOf(config) })[1];
  const { stdout = '', ...result } = ran;
  const asked: string[] = [];
  const question = {
    config,
    gate,
    iteration: 3,
    base: 'c0ffee',
    known: READY.GREEN,
    found: {},
    before: TREE,
    tests: { after: TREE },
    abort: new AbortController().signal,
    runCheck: async ({ name, command }: { readonly name: string; readonly command: readonly string[] }) => {
      asked.push(name);
      const ended = { check: name, command: command.join(' '), ok: true, exit_code: 0, ms: 1, because: '', said: [] };
      return { result: { ...ended, ...result }, after: TREE, stdout };
    },
    ...differing,
  } as unknown as Question;
  const measure = measureOfUser(own);
  if (measure.after !== 'tests') throw new Error('it measures after the tests');
  const { findings, ...measured } = await measure.measure(question);
  return { ...measured, notes: textsOf(findings), asked };
};
const ofProgram = (measure: MeasureFunction, timeout_ms = 60_000): OwnMeasure => ({
  ...BUNDLE,
  command: null,
  measure,
  timeout_ms,
});

describe('a command that measures', () => {
  test('gives the metrics that it prints as one JSON object', async () => {
    const { metrics, notes } = await ask(BUNDLE, { stdout: '{"kb": 120, "small": true, "more": "x"}\n' });
    expect(metrics).toEqual({ kb: 120, small: true });
    expect(notes).toEqual([]);
  });

  test.each([
    ['a fraction', '{"kb": 1.5, "small": true}', 'kb must be a whole number from 0 to 999999999999 (got 1.5)'],
    ['a number below 0', '{"kb": -1, "small": true}', 'kb must be a whole number from 0 to 999999999999 (got -1)'],
    ['a text', '{"kb": "120", "small": true}', 'kb must be a whole number from 0 to 999999999999 (got "120")'],
    ['nothing', '{"small": true}', 'kb must be a whole number from 0 to 999999999999 (got nothing)'],
    ['null', '{"kb": null, "small": true}', 'kb must be a whole number from 0 to 999999999999 (got null)'],
    [
      'an inherited one',
      '{"__proto__": {"kb": 1}, "small": true}',
      'kb must be a whole number from 0 to 999999999999 (got nothing)',
    ],
  ])('holds over %s', async (_what, stdout, problem) => {
    const { metrics, notes } = await ask(BUNDLE, { stdout });
    expect(metrics).toEqual({ small: true });
    expect(notes).toEqual([`The measure bundle was not measured: ${problem}.`]);
  });

  test.each([
    ['NaN', '{"kb": NaN}'],
    ['two objects', '{"kb": 1}{"kb": 2}'],
    ['a list', '[1]'],
    ['prose', 'it is small'],
    ['nothing', ''],
    ['a flood', null],
  ])('holds over an answer of %s', async (_what, stdout) => {
    const { metrics, notes } = await ask(BUNDLE, { stdout });
    expect(metrics).toEqual({});
    expect(notes).toEqual(['The measure bundle was not measured: stdout is not one JSON object (size).']);
  });

  test('that fails holds, whatever it printed', async () => {
    const { metrics, notes } = await ask(BUNDLE, {
      ok: false,
      because: 'exit code 1',
      stdout: '{"kb": 1, "small": true}',
    });
    expect(metrics).toEqual({});
    expect(notes).toEqual(['The measure bundle was not measured: exit code 1 (size).']);
  });

  test('waits for the tests, and says so', async () => {
    const { asked, notes } = await ask(BUNDLE, {}, { known: { ...READY.GREEN, tests_failing: 1 } });
    expect(asked).toEqual([]);
    expect(notes).toEqual(['Not run until the tests have the result that GREEN needs: bundle.']);
  });

  test('does not run where no condition asks for it', async () => {
    const { asked, metrics } = await ask({ ...BUNDLE, metrics: { small: METRICS.small, kb: METRICS.kb } }, {}, {
      gate: compileGates({ phases: parse(LEAST).phases })[1],
    } as Partial<Question>);
    expect([asked, metrics]).toEqual([[], {}]);
  });
});

describe('a function that measures', () => {
  test('receives the phase, the files and the changes', async () => {
    let told: unknown;
    const { metrics } = await ask(
      ofProgram(({ signal: _signal, ...question }) => {
        told = question;
        return { kb: question.files.length, small: true };
      }),
    );
    expect(metrics).toEqual({ kb: 1, small: true });
    expect(told).toEqual({
      folder: '/project',
      phase: 'GREEN',
      iteration: 3,
      base: 'c0ffee',
      files: ['a.js'],
      changed: { created: [], modified: [], deleted: [] },
    });
  });

  test.each<readonly [string, MeasureFunction, string]>([
    ['throws', () => Promise.reject(new Error('no disk')), 'no disk'],
    ['returns no object', () => Promise.resolve(3 as never), 'it returned no object'],
    [
      'is not done in time',
      () => new Promise<never>(() => {}),
      'it reached its time limit of 0.01 s (timeout of the measure)',
    ],
  ])('that %s holds, and says why', async (_what, measure, problem) => {
    const { metrics, notes } = await ask(ofProgram(measure, 10));
    expect(metrics).toEqual({});
    expect(notes).toEqual([`The measure bundle was not measured: ${problem}.`]);
  });

  test('that is interrupted ends with the run', async () => {
    const abort = AbortSignal.abort(new Error('stop'));
    await expect(
      ask(
        ofProgram(() => ({ kb: 1 })),
        {},
        { abort },
      ),
    ).rejects.toThrow('stop');
  });
});
