/**
 * The schema of the events of `--json`, written apart from the code that sends them: what is published is a promise, and
 * a change of the code must not change it unseen. docs/reference/records.md is made from it.
 */
import { z } from 'zod';
import { BUILT_IN_METRICS } from '../../../src/evidence/measures/metrics-of-measures.ts';
import { SIGNAL_REASONS } from '../../../gates/signal-reasons.ts';
import { finding as makeFinding } from '../../../src/evidence/findings/findings.ts';
import type { RunEvent } from '../../../src/index.ts';
import { DIALECT_NAMES } from '../../../src/signals/systems/dialects.ts';

const text = (meaning: string) => z.string().describe(meaning);
const count = (meaning: string) => z.int().nonnegative().describe(meaning);
const flag = (meaning: string) => z.boolean().describe(meaning);
const texts = (meaning: string) => z.array(z.string()).describe(meaning);
const NEW_TESTS = z
  .literal('new')
  .optional()
  .describe('only the tests that are new in the run ran; absent: the whole suite');
const code = (meaning: string) => z.int().nullable().describe(meaning);

const metricNames = Object.keys(BUILT_IN_METRICS) as [string, ...string[]];
const signalReasons = Object.keys(SIGNAL_REASONS) as [keyof typeof SIGNAL_REASONS, ...(keyof typeof SIGNAL_REASONS)[]];

const unmet = z.strictObject({
  clause: text('the clause, as it was written'),
  because: text('why it is not met, with the measured values'),
  metrics: texts('the metrics that it looks at, and `exit_signal`; empty where no value of a metric meets it'),
  rule: text('its number in docs/reference/rules.md, for a clause of the floor').optional(),
  waits: z.literal(true).optional().describe('it waits for nothing but runs of the suite that were not started'),
});

const finding = z.strictObject({
  code: z.string(),
  where: z.strictObject({ path: z.string(), line: z.int().positive().optional() }).optional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  text: z.string(),
});

const workPhase = z.enum([
  'DRAFT',
  'IMPLEMENTATION',
  'CI_PENDING',
  'READY_FOR_REVIEW',
  'REVIEW',
  'READY_FOR_MERGE',
  'COMPLETED',
  'BLOCKED',
]);

const breakerState = z.enum(['CLOSED', 'HALF_OPEN', 'OPEN']);

const outcome = z.enum([
  'ok',
  'empty',
  'crashed',
  'timed_out',
  'missing',
  'rate_limited',
  'permission_denied',
  'unauthorised',
]);

const usage = z.strictObject({
  input_tokens: count('tokens that it read'),
  output_tokens: count('tokens that it wrote'),
  cost_usd: z.number().nonnegative().nullable().describe('the price in US dollars; null when none was named'),
});

const remaining = z.strictObject({
  in_phase: count('iterations that may yet be decided in the phase'),
  iterations: count('and in the run'),
  until: z.iso.datetime().describe('when the minutes are used up'),
  until_of: z.literal('phase').optional().describe('those of the phase; absent: those of the run'),
  cost_usd: z.number().nonnegative().optional().describe('where the agent tells what its turns cost'),
  tokens: count('where the agent tells them').optional(),
});

const removedTranscripts = z.strictObject({
  turns: count('turns whose transcripts were removed'),
  bytes: count('the removed bytes'),
});

const turn = z.strictObject({
  outcome: outcome.describe('how the turn of the agent ended'),
  exit_code: code('its exit code; null when it was killed, or never started'),
  ms: count('how long it took, in milliseconds'),
  which: z
    .enum(['idle', 'wall'])
    .optional()
    .describe('beside `timed_out`: nothing was heard any more, or the turn took too long'),
  usage: usage.optional().describe('its tokens and price, as it reports them: [usage](#usage)'),
  printed: z.literal(true).describe('only beside `empty`: it printed, and none of it is a last message').optional(),
  denials: texts('the acts that it was not allowed').optional(),
  session: text("the id of the agent's own session").optional(),
  error: z
    .strictObject({
      kind: z.enum(['unauthorised', 'rate_limited', 'permission_denied', 'provider', 'other']),
      message: z.string(),
      resets_at: z.iso.datetime({ offset: true }).nullable(),
    })
    .optional()
    .describe(
      'the error, as its program reports it, or the end of the stderr of a crash: `{ kind, message, resets_at }`',
    ),
  left_running: texts('processes that outlived it and were ended, as `pid command`').optional(),
});

const signal = z.strictObject({
  value: z.boolean().nullable().describe('only `true` opens; `null`: nothing readable or in scope'),
  source: z
    .enum(['block', 'command'])
    .nullable()
    .describe('the channel it came by: the status block or the signal command; of two that agree, the command'),
  dialect: z.enum(DIALECT_NAMES).nullable().describe('the form of the block; null when the command alone was heard'),
  line: z.int().positive().nullable().describe('line of the transcript where the deciding block begins'),
  reason: z.enum(signalReasons).describe('why it reads as it does'),
  status: z
    .enum(['IN_PROGRESS', 'BLOCKED', 'COMPLETE'])
    .nullable()
    .describe("the block's STATUS, or what the command's word stands for"),
  blockers: texts("the block's BLOCKERS, without `none`, and the reason of the command's `blocked`"),
  refactoring_complete: flag("the block's REFACTORING_COMPLETE, or the command's"),
  says: text('the reason that the command was given; absent when it was not run').optional(),
  guards: z
    .array(z.strictObject({ id: z.string(), why: z.string() }))
    .optional()
    .describe('the criteria that the agent says already hold, each with its reason'),
  claims: z
    .record(z.string(), z.union([z.number(), z.boolean()]))
    .optional()
    .describe(
      'the claims of the block, by names of metrics: they are compared with the measurements, and nothing else',
    ),
  told: z
    .strictObject({
      progress_percent: z.int().optional(),
      confidence: z.enum(['high', 'medium', 'low']).optional(),
      override: z.boolean().optional(),
      tests_status: z.string().optional(),
      remaining_work: z.array(z.string()).optional(),
      because: z.string().optional(),
      exit_reason: z.enum(['completed', 'blocked', 'error']).optional(),
      pr_url: z.string().optional(),
      evidence_bundle_ref: z.string().optional(),
    })
    .optional()
    .describe(
      'the other fields of the block, and of the signal command of spec 003: progress, confidence, a request to override, `exit_reason`. They are shown, and no gate asks for them',
    ),
  detail: text('the problem of the block in detail; absent if the reason says all').optional(),
  way_out: text('the way to make the signal count; absent where the reason has it').optional(),
});

const decision = z.strictObject({
  phase: text('the phase that was decided on'),
  iteration: count('its number within the phase, from 1'),
  gate_1: z
    .strictObject({
      satisfied: z.boolean(),
      unmet: z.array(unmet),
      condition: z.string(),
      values: z.partialRecord(z.enum(metricNames), z.union([z.number(), z.boolean()])),
    })
    .describe(
      'the measurements: `{ satisfied, unmet: [{ clause, because, metrics, rule?, waits? }], condition, values }`',
    ),
  gate_2: z
    .strictObject({
      satisfied: z.boolean(),
      unmet: z.array(unmet),
      condition: z.string(),
      source: z.enum(['explicit_signal']).nullable(),
      channel: z.enum(['block', 'command']).nullable(),
    })
    .describe("the agent's exit signal: `{ satisfied, unmet, condition, source, channel }`"),
  approval: z
    .strictObject({ satisfied: z.boolean(), unmet: z.array(unmet) })
    .optional()
    .describe(
      'the answer of a person: `{ satisfied, unmet }`; only where the phase has `confirm: true` and both gates agree',
    ),
  can_exit: flag('both gates are satisfied, and a person approved where the phase asks for it'),
  reason: text('the result of the two gates, in one sentence'),
  next: z.enum(['leave', 'hold', 'needs_human', 'stop']).describe('the next step'),
  halt: z
    .strictObject({
      code: z.enum(['blocked', 'permission_denied', 'premature_signal', 'silent_agent', 'max_iterations']),
      says: z.string(),
    })
    .optional()
    .describe('the reason to stop: `{ code, says }`; only with `needs_human` and `stop`'),
  timestamp: z.iso.datetime().describe('the end of the iteration'),
});

const TREE = text('fingerprint of the measured sources');
const TREE_EXAMPLE = '3f2a9c1b4d5e'.repeat(6).slice(0, 64);

/** The objects that are parts of events. */
export const PARTS = { turn, usage, signal, decision } as const;

const AT = {
  phase: text('the phase'),
  iteration: count('the number of the iteration within the phase, from 1'),
};
const IN_RUN_OR_BASELINE = {
  phase: text('the phase; absent in the baseline').optional(),
  iteration: count('the number of the iteration; absent in the baseline').optional(),
};
const COUNTS = {
  suite_passing: count('tests that passed so far in this test run'),
  suite_failing: count('tests that failed so far'),
  suite_skipped: count('tests that were skipped so far'),
};
const CHECK = z.string().describe('its key under `checks` or `measures`');
const TEST = {
  ...IN_RUN_OR_BASELINE,
  file: text('the test file, relative to the workspace'),
  name: text('suites and title'),
  message: text('why it failed, shortened').optional(),
  ...COUNTS,
};
const ATTEMPT = {
  attempt: count('the number of the turn within the iteration, from 1; a discarded turn counts only here'),
};
const WARNING = { ...AT, warning: text('the warning, word for word') };

const OPERATOR_FIELDS = { by: text('the operator'), reason: text('the reason, in their words') };

const reasoned = { by: 'ada', reason: 'the criterion was wrong' } as const;
const at = { phase: 'GREEN', iteration: 2 } as const;
const head = { v: 4, at: '2026-01-02T03:04:05.678Z', run: '20260102-030405-abcdef' } as const;
const counts = { suite_passing: 4, suite_failing: 0, suite_skipped: 0 } as const;

interface Described<T extends RunEvent['type']> {
  readonly when: string;
  readonly fields: z.ZodRawShape;
  readonly example: RunEvent & { readonly type: T };
}

const EXIT_GATE = {
  ...AT,
  indicators: count('indicators of completion that were found: words and evidence together'),
  completion_indicators: count('the metric of this name'),
  evidence_indicators: count('the metric of this name; 0 where the gate does not ask for it'),
  threshold: count('the metric `indicator_threshold`'),
  explicit: flag("the agent's explicit signal was true"),
  decided_by: z
    .enum(['exit_gate', 'other_clauses'])
    .describe('`other_clauses`: these numbers would have let it pass, and the floor or the rest of the gate did not'),
};
const EXIT_GATE_EXAMPLE = {
  indicators: 3,
  completion_indicators: 1,
  evidence_indicators: 2,
  threshold: 2,
  explicit: true,
  decided_by: 'exit_gate',
} as const;

/** Every type of event: the compiler says when one is missing, or when an example does not fit the code. */
export const EVENTS = {
  'run.started': {
    when: 'a run begins or resumes',
    fields: {
      phases: texts('the phases, in order'),
      phase: text('the current phase'),
      resumed: flag('true when an earlier run resumes'),
      folder: text('the workspace, an absolute path'),
    },
    example: {
      ...head,
      type: 'run.started',
      phases: ['RED', 'GREEN'],
      phase: 'RED',
      resumed: false,
      folder: '/home/ada/sum',
    },
  },
  'baseline.started': {
    when: 'the suite is run twice before anything is spent; not when a run is resumed',
    fields: {},
    example: { ...head, type: 'baseline.started' },
  },
  'baseline.ended': {
    when: 'both runs of the suite agree; not when a run is resumed',
    fields: {
      passing: count('tests that passed in both'),
      skipped: count('tests that were skipped'),
      known_failing: count('tests that the config lists as known to fail'),
    },
    example: { ...head, type: 'baseline.ended', passing: 40, skipped: 1, known_failing: 0 },
  },
  'run.resumed': {
    when: 'an ended or interrupted run resumes; before its `run.started`',
    fields: { automatic: z.literal(true).optional().describe('it resumes by itself; absent: an operator resumed it') },
    example: { ...head, type: 'run.resumed' },
  },
  'phase.entered': {
    when: 'a phase begins; not when a run resumes within one',
    fields: { phase: AT.phase, purpose: text('its purpose') },
    example: { ...head, type: 'phase.entered', phase: 'GREEN', purpose: 'Verify all tests pass with implementation' },
  },
  'iteration.started': {
    when: 'before each turn of the agent',
    fields: {
      ...AT,
      ...ATTEMPT,
      remaining: remaining
        .optional()
        .describe(
          'the rest of the limits: `{ in_phase, iterations, until, until_of?, cost_usd?, tokens? }`; this iteration is part of the rest',
        ),
      green_runs_wanted: count(
        'green runs in a row that gate 1 asks for; absent where it asks for one or none',
      ).optional(),
      removed_transcripts: removedTranscripts
        .optional()
        .describe('the parts of earlier transcripts that were removed before it: `{ turns, bytes }`'),
    },
    example: {
      ...head,
      type: 'iteration.started',
      ...at,
      attempt: 1,
      remaining: { in_phase: 9, iterations: 48, until: '2026-01-02T11:04:05.678Z', cost_usd: 49.2, tokens: 99_200_000 },
    },
  },
  'agent.output': {
    when: 'the agent prints something; only with `--agent-output`, and always for embedders',
    fields: {
      ...AT,
      stream: z.enum(['stdout', 'stderr']).describe('the stream'),
      text: text('a piece of it, as it came: not a line, and not disarmed'),
    },
    example: { ...head, type: 'agent.output', ...at, stream: 'stdout', text: 'All done.\n' },
  },
  'turn.ended': {
    when: 'the turn of the agent is over, and everything that it started was ended',
    fields: {
      ...AT,
      ...ATTEMPT,
      turn: turn.describe('its end: [turn](#turn)'),
      transcript: text('the file with its stdout, or with its message, relative to the folder of the run'),
    },
    example: {
      ...head,
      type: 'turn.ended',
      ...at,
      attempt: 1,
      turn: { outcome: 'ok', exit_code: 0, ms: 61_204 },
      transcript: 'transcripts/green-2-1.stdout',
    },
  },
  'test.passed': {
    when: 'a test passed',
    fields: TEST,
    example: { ...head, type: 'test.passed', ...at, file: 'test/sum.test.js', name: 'AC-1: adds', ...counts },
  },
  'test.failed': {
    when: 'a test failed',
    fields: TEST,
    example: {
      ...head,
      type: 'test.failed',
      ...at,
      file: 'test/sum.test.js',
      name: 'AC-1: adds',
      message: '0 !== 3',
      suite_passing: 3,
      suite_failing: 1,
      suite_skipped: 0,
    },
  },
  'test.skipped': {
    when: 'a test was skipped, or switched off',
    fields: TEST,
    example: {
      ...head,
      type: 'test.skipped',
      file: 'test/sum.test.js',
      name: 'overflows',
      ...counts,
      suite_skipped: 1,
    },
  },
  'tests.ended': {
    when: 'a run of the suite is over; the counts leave out what the baseline lists as skipped or known to fail',
    fields: {
      ...AT,
      green: flag('everything that had to pass did, on sources that did not move'),
      ms: count('how long it took, in milliseconds'),
      exit_code: code('that of the runner; null when it was killed'),
      problems: texts('problems of the report, in sentences'),
      ...COUNTS,
      existing: z
        .strictObject(COUNTS)
        .optional()
        .describe(
          'the counts of tests that existed before the run began, by the same names; absent in the baseline, and where there were none',
        ),
      build: z
        .strictObject({
          ms: z.int().nonnegative(),
          files: z.int().nonnegative(),
          fingerprint: z.string(),
        })
        .optional()
        .describe(
          'the build before the suite (tests.before): `{ ms, files, fingerprint }`, with one hash over the files that it made; absent where there is none, or where it failed',
        ),
      part: z.literal('criteria').optional().describe('only the files with new tests ran, and some tests fail'),
      suites: z
        .array(
          z.strictObject({ suite: z.string(), exit_code: z.int().nullable(), ms: z.int().nonnegative(), ...COUNTS }),
        )
        .optional()
        .describe(
          'the counts of each suite; absent where the config lists one: `{ suite, exit_code, ms, suite_passing, suite_failing, suite_skipped }`',
        ),
    },
    example: { ...head, type: 'tests.ended', ...at, green: true, ms: 812, exit_code: 0, problems: [], ...counts },
  },
  'check.started': {
    when: 'a check of the config begins: once in the baseline, and in an iteration when the tests are as the phase wants them',
    fields: { ...IN_RUN_OR_BASELINE, check: CHECK, command: text('the command') },
    example: { ...head, type: 'check.started', ...at, check: 'lint', command: 'npx eslint .' },
  },
  'check.ended': {
    when: 'a check is over',
    fields: {
      ...IN_RUN_OR_BASELINE,
      check: CHECK,
      ok: z.boolean().nullable().describe('exit code 0; null when it could not be started'),
      exit_code: code('its exit code; null when it was killed, or never started'),
      ms: count('how long it took, in milliseconds'),
      because: text('the reason when it is not ok; else empty'),
      said: texts('the last lines that it printed, shortened; empty when it is ok'),
    },
    example: {
      ...head,
      type: 'check.ended',
      ...at,
      check: 'lint',
      ok: false,
      exit_code: 1,
      ms: 2104,
      because: 'exit code 1',
      said: ["  3:7  error  'x' is not used"],
    },
  },
  'signal.received': {
    when: 'the agent ran its signal command; the same call again in a turn is no event',
    fields: {
      ...AT,
      word: z
        .enum(['exit', 'hold', 'blocked'])
        .describe('the phase is finished; it is not; it is not, and a person is needed'),
      reason: text('the reason, in its own words'),
      refactoring_complete: flag('true when the agent has nothing left to improve'),
      error: z.literal(true).optional().describe('with `blocked`: an error ended the work; absent otherwise'),
      pr_url: text('the pull request that it names').optional(),
      evidence_bundle_ref: text('the evidence bundle that it names').optional(),
    },
    example: {
      ...head,
      type: 'signal.received',
      ...at,
      word: 'exit',
      reason: 'All four tests pass',
      refactoring_complete: false,
    },
  },
  'mutation_check.started': {
    when: 'both gates agree on everything else, and the mutation check starts in a copy of the code',
    fields: {
      ...AT,
      files: count('changed files that can be mutated'),
      mutants: count('mutants to choose from'),
      seed: text('the seed that chooses the mutants'),
    },
    example: { ...head, type: 'mutation_check.started', ...at, files: 1, mutants: 14, seed: '8f2ac4d1e07b9365' },
  },
  'mutant.tested': {
    when: 'the suite ran with one mutant',
    fields: {
      ...AT,
      path: text('the file, relative to the workspace'),
      line: count('the line, from 1'),
      kind: z
        .enum([
          'return',
          'condition',
          'operator',
          'statement',
          'body',
          'constant',
          'input',
          'guard',
          'arguments',
          'value',
        ])
        .describe('the kind of the mutant'),
      before: text('the text that was replaced, shortened'),
      after: text('the text in its place; empty when it was left out'),
      end: z
        .enum(['killed', 'survived', 'not_applicable', 'out_of_budget'])
        .describe('the result; the last two show nothing about the tests'),
      why: z.string().nullable().describe('the test that killed it, or the reason for no result'),
      killers: z.array(z.string()).optional().describe('every test that killed it, at most 50; absent where none did'),
      asked: NEW_TESTS,
    },
    example: {
      ...head,
      type: 'mutant.tested',
      ...at,
      path: 'src/sum.js',
      line: 3,
      kind: 'operator',
      before: '+',
      after: '-',
      end: 'killed',
      why: 'test/sum.test.js > adds',
      killers: ['test/sum.test.js > adds'],
    },
  },
  'mutation_check.ended': {
    when: 'the mutation check ended; its result is part of the next decision',
    fields: {
      ...AT,
      mutants_tested: count('the metric of this name'),
      mutants_killed: count('the metric of this name'),
      unproven: z
        .array(z.strictObject({ path: z.string(), line: z.int(), lines: z.int(), asked: z.literal('new').optional() }))
        .describe(
          'changes without which every test that ran stays green: `[{ path, line, lines }]`; with `asked: new`, only the new tests ran',
        ),
      inconclusive: z.string().nullable().describe('the reason for no result; null when there is one'),
      ms: count('how long it took, in milliseconds'),
    },
    example: {
      ...head,
      type: 'mutation_check.ended',
      ...at,
      mutants_tested: 5,
      mutants_killed: 4,
      unproven: [],
      inconclusive: null,
      ms: 4_120,
    },
  },
  'review.started': {
    when: 'both gates agree on everything else, and the reviewer of `checks.review` is asked',
    fields: { ...AT, reviewer: text('the name of its program, or its command') },
    example: { ...head, type: 'review.started', ...at, reviewer: 'claude' },
  },
  'review.ended': {
    when: 'the reviewer answered; its answer is part of the next decision',
    fields: {
      ...AT,
      reviewer: text('the name of its program, or its command'),
      outcome: z
        .enum(['approved', 'findings', 'no_verdict'])
        .describe('its verdict about these sources; `no_verdict` holds too, and is asked again'),
      why: text('why there is no verdict, or why it does not approve although it says so; else empty'),
      findings: z
        .array(z.strictObject({ path: z.string(), line: z.int().positive().nullable(), problem: z.string() }))
        .describe('its findings: `[{ path, line, problem }]`'),
      turn: turn.describe('how its process ended, and what it used: [turn](#turn)'),
    },
    example: {
      ...head,
      type: 'review.ended',
      ...at,
      reviewer: 'claude',
      outcome: 'findings',
      why: '',
      findings: [{ path: 'src/slug.js', line: 3, problem: 'returns a fixed text' }],
      turn: { outcome: 'ok', exit_code: 0, ms: 41_200 },
    },
  },
  'signal.read': {
    when: "the agent's exit signal was read",
    fields: { ...AT, signal: signal.describe('the exit signal: [signal](#signal)') },
    example: {
      ...head,
      type: 'signal.read',
      ...at,
      signal: {
        value: true,
        source: 'block',
        dialect: 'prp',
        line: 3,
        reason: 'explicit_true',
        status: 'COMPLETE',
        blockers: [],
        refactoring_complete: false,
      },
    },
  },
  'signal.premature': {
    when: 'the exit signal is true and gate 1 is not satisfied; after the `phase.held` that has the clauses',
    fields: WARNING,
    example: { ...head, type: 'signal.premature', ...at, warning: 'Exit signal set but Gate 1 not satisfied' },
  },
  'signal.missing': {
    when: 'gate 1 is satisfied, at least as far as it was measured, and the exit signal is missing; after its `phase.held`',
    fields: WARNING,
    example: { ...head, type: 'signal.missing', ...at, warning: 'Gate 1 satisfied but no exit signal' },
  },
  'completion.scored': {
    when: 'the iteration was scored as the config asks for; before `iteration.decided`',
    fields: {
      ...AT,
      confidence: z
        .strictObject({
          score: count('0 to 100'),
          threshold: count('what the config asks for'),
          parts: z
            .strictObject({
              block: count('a status block that can be read: 30'),
              phase_complete: count('it says yes: 20'),
              files_modified: count('sources changed since the phase began: 15'),
              task_done: count('the task file was moved to its done folder: 20'),
              keywords: count('words of completion: 10'),
              tests_status: count('the block says that tests pass: 5'),
            })
            .describe('points given'),
          keywords: z.array(z.string()).describe('patterns that were found'),
          basis: z.enum(['block', 'block_without_nonce', 'keywords']).describe('the source of the score'),
          low_claims: count('iterations in a row that claim to be done at a score under 50'),
        })
        .describe('the score, and its parts'),
      verdict: z
        .strictObject({
          outcome: z.enum(['complete', 'review', 'held', 'none']),
          decided_by: z.enum(['gates', 'score', 'floor', 'signal']),
        })
        .describe('the result, and whether the score or a gate decided'),
      warnings: z.array(z.string()).describe('one of two conditions without the other, and low confidence'),
    },
    example: {
      ...head,
      type: 'completion.scored',
      ...at,
      confidence: {
        score: 75,
        threshold: 70,
        parts: { block: 30, phase_complete: 20, files_modified: 15, task_done: 0, keywords: 10, tests_status: 0 },
        keywords: ['\\bdone\\b'],
        basis: 'block',
        low_claims: 0,
      },
      verdict: { outcome: 'held', decided_by: 'floor' },
      warnings: [],
    },
  },
  'approval.asked': {
    when: 'both gates agree in a phase with `confirm: true`: a person has to approve the exit before it is decided',
    fields: { ...AT, tree: TREE, command: text('the command that approves it') },
    example: {
      ...head,
      type: 'approval.asked',
      ...at,
      tree: TREE_EXAMPLE,
      command: `dualgate approve ${TREE_EXAMPLE.slice(0, 12)} --code CODE`,
    },
  },
  'iteration.decided': {
    when: 'the decision is in the ledger; before `phase.held` or `phase.exited`',
    fields: { ...AT, decision: decision.describe('the answer of both gates: [decision](#decision)') },
    example: {
      ...head,
      type: 'iteration.decided',
      ...at,
      decision: {
        phase: 'GREEN',
        iteration: 2,
        gate_1: { satisfied: true, unmet: [], condition: 'tests_failing == 0', values: { tests_failing: 0 } },
        gate_2: {
          satisfied: true,
          unmet: [],
          condition: 'exit_signal == true',
          source: 'explicit_signal',
          channel: 'block',
        },
        can_exit: true,
        reason: 'Both gates agree in this iteration',
        next: 'leave',
        timestamp: '2026-01-02T03:04:05.600Z',
      },
    },
  },
  exit_gate_passed: {
    when: 'the phase was exited, and the config has the exit gate of spec 000',
    fields: EXIT_GATE,
    example: { ...head, type: 'exit_gate_passed', ...at, ...EXIT_GATE_EXAMPLE },
  },
  exit_gate_blocked: {
    when: 'the phase is held, and the config has the exit gate of spec 000',
    fields: EXIT_GATE,
    example: { ...head, type: 'exit_gate_blocked', ...at, ...EXIT_GATE_EXAMPLE, explicit: false },
  },
  'phase.held': {
    when: 'the phase is held: it continues',
    fields: {
      ...AT,
      reason: text('the result of the two gates'),
      halt: z
        .strictObject({ code: z.string(), says: z.string() })
        .describe('why the run stops over it, `{ code, says }`; absent where it does not')
        .optional(),
      unmet: texts(
        'the clauses that are not met, with their values; those that count one failure again are one line, and so is what was not measured',
      ),
      failing: z
        .array(
          z.strictObject({
            file: z.string(),
            name: z.string(),
            message: z.string(),
            failure: z.enum(['assertion', 'own_error']).optional(),
          }),
        )
        .describe('tests that fail and must pass, 50 at most, each `{ file, name, message, failure? }`'),
      failing_count: count('how many there are'),
      failing_of: count('of how many tests that must pass; absent where that is unknown').optional(),
      findings: z
        .array(finding)
        .describe(
          'facts that are no metrics: tampering, sources that moved, checks that could not run. Each `{ code, where, values, text }`: [findings.md](findings.md)',
        ),
      proposed_writes: texts('globs of the files that each test run wrote, for `dualgate accept --writes`').optional(),
    },
    example: {
      ...head,
      type: 'phase.held',
      ...at,
      reason: 'Exit signal set but Gate 1 not satisfied',
      unmet: ['tests_failing == 0: got 1, expected 0', 'also not met: runner_exit_code == 0'],
      failing: [{ file: 'test/a.test.js', name: 'adds', message: 'Expected values to be strictly equal:\n\n1 !== 2' }],
      failing_count: 1,
      failing_of: 14,
      findings: [
        makeFinding('check.failed', { check: 'lint', command: 'npm run lint', because: 'exit code 1', unasked_in: '' }),
      ],
    },
  },
  'session.completed': {
    when: 'AgentSessionCompleted of spec 003, with `signals.dialect: apm2`: both gates let the last phase of a work phase go, or the exit signal (`blocked`, `error`) halts the run; by the status block and by the signal command alike',
    fields: {
      session_id: text("id of the agent's own session, or else of the turn"),
      actor_id: text('the program of the agent'),
      phase_completed: workPhase.describe('the work phase that `signals.phase_map` names for the phase'),
      exit_reason: z.enum(['completed', 'blocked', 'error']).describe("the agent's"),
      pr_url: text('the pull request; absent when the agent named none').optional(),
      evidence_bundle_ref: text('the evidence bundle; absent when the agent named none').optional(),
      notes: text(
        "the agent's notes without the nonce, or the reason of the signal command; absent without",
      ).optional(),
      next_work_phase: workPhase.nullable().describe('the next one of spec 003; null where it names none'),
      ...AT,
      attempt: count('the number of the turn within the iteration, from 1'),
      forced_exits: texts('phases of this work phase that an operator forced; absent when there is none').optional(),
    },
    example: {
      ...head,
      type: 'session.completed',
      session_id: '20260102-030405-abcdef/document-1-1',
      actor_id: 'codex',
      phase_completed: 'IMPLEMENTATION',
      exit_reason: 'completed',
      pr_url: 'https://example.org/pull/7',
      notes: 'All four tests pass',
      next_work_phase: 'CI_PENDING',
      phase: 'DOCUMENT',
      iteration: 1,
      attempt: 1,
    },
  },
  'phase.exited': {
    when: 'the phase was exited',
    fields: { ...AT, forced_exit: flag('an operator forced it: its gates did not agree') },
    example: { ...head, type: 'phase.exited', ...at, forced_exit: false },
  },
  'work.committed': {
    when: 'the start of the run, or the exit of a phase, is a commit on the branch of the run; only with `commits: true`',
    fields: {
      phase: text('the phase that was left; null for the start').nullable(),
      branch: text('the branch'),
      commit: text("git's name of the commit"),
      subject: text('the first line of its message'),
    },
    example: {
      ...head,
      type: 'work.committed',
      phase: 'GREEN',
      branch: 'dualgate/sum',
      commit: '9a1c3f2e5b7d8a6c4e0f1b2d3c5a7e9f8b6d4c2a',
      subject: 'GREEN: 14 tests pass, twice in a row',
    },
  },
  'turn.discarded': {
    when: 'a turn came to no decision; the iteration is tried again, a few times',
    fields: {
      ...AT,
      ...ATTEMPT,
      outcome: z
        .enum([...outcome.options, 'cut_off', 'no_test_ran'])
        .describe(
          'how the turn ended; `cut_off`: the loop was killed, broke or ended before its decision; `no_test_ran`: the test runner is broken, and not by the turn',
        ),
      why: text('the reason, in one sentence'),
    },
    example: {
      ...head,
      type: 'turn.discarded',
      ...at,
      attempt: 1,
      outcome: 'crashed',
      why: 'The agent crashed (exit code 9) and changed nothing',
    },
  },
  waiting: {
    when: 'the loop waits for the next turn: a limit of the provider, the cooldown of the breaker, the pause after a turn that failed, the turns of an hour, or the approval of a person; an interrupt ends the wait',
    fields: {
      ...AT,
      ...ATTEMPT,
      for: z.enum(['provider', 'breaker', 'retry', 'calls', 'approval']).describe('the reason of the wait'),
      until: z.iso.datetime().describe('when the next turn begins'),
      why: text('the reason, in one sentence'),
    },
    example: {
      ...head,
      type: 'waiting',
      ...at,
      attempt: 1,
      for: 'provider',
      until: '2026-01-02T03:05:05.678Z',
      why: 'The agent reached a limit of its provider: 429 Too Many Requests',
    },
  },
  'breaker.changed': {
    when: 'the circuit breaker opened, cooled down for a trial iteration, or closed; while it is open, no iteration begins',
    fields: {
      phase: AT.phase.nullable(),
      from: breakerState.describe('the state before'),
      to: breakerState.describe('the state now'),
      why: text('why it opened, until a trial iteration makes progress; else null').nullable(),
      no_progress: count('iterations in a row without progress'),
      same_error: count('iterations with the failing tests of the last one'),
      failed_turns: count('turns in a row that failed'),
      no_exit: count('iterations of the phase that were held'),
      openings: count('how often it opened in the phase'),
      open_until: z.iso.datetime().nullable().describe('when a trial iteration may begin; null unless it is open'),
      exhausted: flag('its reopenings are used up: an operator closes it'),
      cooled_down: z.literal(true).optional().describe('the cooldown is over: the next iteration is the trial'),
    },
    example: {
      ...head,
      type: 'breaker.changed',
      phase: 'GREEN',
      from: 'HALF_OPEN',
      to: 'OPEN',
      why: 'Exit gate not passing: 3 iterations without progress',
      no_progress: 3,
      same_error: 4,
      failed_turns: 0,
      no_exit: 4,
      openings: 1,
      open_until: '2026-01-02T03:10:05.678Z',
      exhausted: false,
    },
  },
  'needs.human': {
    when: 'the work is halted for an operator; `run.ended` follows',
    fields: { why: text('the reason, in one sentence') },
    example: { ...head, type: 'needs.human', why: 'The agent is blocked: there is no key for the account' },
  },
  'operator.skipped': {
    when: 'an operator forced the phase, between two turns; `phase.exited` follows',
    fields: { phase: AT.phase, ...OPERATOR_FIELDS },
    example: { ...head, type: 'operator.skipped', phase: 'GREEN', ...reasoned },
  },
  'operator.resumed': {
    when: 'an operator resumed halted work',
    fields: { by: text('the operator') },
    example: { ...head, type: 'operator.resumed', by: 'ada' },
  },
  'operator.aborted': {
    when: 'an operator ended the work for good; `run.ended` follows',
    fields: OPERATOR_FIELDS,
    example: { ...head, type: 'operator.aborted', ...reasoned },
  },
  'operator.reset': {
    when: 'an operator put the counts that halt the work back to 0',
    fields: { phase: AT.phase, ...OPERATOR_FIELDS },
    example: { ...head, type: 'operator.reset', phase: 'GREEN', ...reasoned },
  },
  'operator.rolled_back': {
    when: 'an operator took the work back to the exit of a phase; the one after it begins anew',
    fields: { phase: text('the phase to whose exit'), ...OPERATOR_FIELDS, commit: text('the commit of that exit') },
    example: {
      ...head,
      type: 'operator.rolled_back',
      phase: 'RED',
      ...reasoned,
      commit: '9a1c3f2e5b7d8a6c4e0f1b2d3c5a7e9f8b6d4c2a',
    },
  },
  'operator.accepted': {
    when: 'an operator accepted changes of frozen files, lost tests, files that the suite writes for itself, or a changed config',
    fields: {
      phase: AT.phase,
      ...OPERATOR_FIELDS,
      files: texts('paths, relative to the workspace'),
      tests: texts('tests that may be gone, as `file > name`'),
      writes: texts('globs of files that the suite writes for itself').optional(),
      config: z
        .array(z.strictObject({ key: z.string(), from: z.string().nullable(), to: z.string().nullable() }))
        .optional()
        .describe('the changed keys of an accepted config, with their values before and after'),
    },
    example: {
      ...head,
      type: 'operator.accepted',
      phase: 'GREEN',
      ...reasoned,
      files: ['test/sum.test.js'],
      tests: ['test/sum.test.js > AC-2: subtracts'],
    },
  },
  'operator.reopened': {
    when: 'an operator reopened one frozen test for an edit',
    fields: {
      phase: AT.phase,
      ...OPERATOR_FIELDS,
      file: text('the test file, relative to the workspace'),
      test: text('the test, as `file > name`; absent: any one test of the file').optional(),
    },
    example: {
      ...head,
      type: 'operator.reopened',
      phase: 'GREEN',
      ...reasoned,
      file: 'test/sum.test.js',
      test: 'test/sum.test.js > AC-2: subtracts',
    },
  },
  'operator.approved': {
    when: 'an operator, or `approval.command`, approved the exit of a phase that both gates agree on',
    fields: { ...AT, tree: TREE, by: OPERATOR_FIELDS.by },
    example: { ...head, type: 'operator.approved', ...at, tree: TREE_EXAMPLE, by: 'ada' },
  },
  'operator.rejected': {
    when: 'an operator, or `approval.command`, rejected it: the phase is held, and the agent gets the reason',
    fields: { ...AT, tree: TREE, ...OPERATOR_FIELDS },
    example: { ...head, type: 'operator.rejected', ...at, tree: TREE_EXAMPLE, ...reasoned },
  },
  'operator.guided': {
    when: 'an operator guides the agent; the text is in each prompt until the phase is exited',
    fields: { phase: AT.phase, by: OPERATOR_FIELDS.by, text: text('the words, as they were given') },
    example: { ...head, type: 'operator.guided', phase: 'GREEN', by: 'ada', text: 'There is a parser in lib/.' },
  },
  notice: {
    when: 'a notice for people; it decides nothing',
    fields: { text: text('one sentence') },
    example: {
      ...head,
      type: 'notice',
      text: 'Resumed with the full number of iterations again; green runs start at 0.',
    },
  },
  'run.ended': {
    when: 'the run ended; the last event',
    fields: {
      status: z
        .enum(['completed', 'paused', 'stuck', 'aborted', 'interrupted', 'needs_human'])
        .describe('how the run ended'),
      why: text('the reason, in one sentence'),
      exit_code: count('that of `dualgate run`'),
      usage: usage
        .optional()
        .describe('sums over the turns of the run; absent when no turn reported any: [usage](#usage)'),
    },
    example: {
      ...head,
      type: 'run.ended',
      status: 'completed',
      why: 'Every phase was exited by both of its gates',
      exit_code: 0,
    },
  },
} as const satisfies { readonly [T in RunEvent['type']]: Described<T> };

/** Keys that every event has. */
export const ENVELOPE = {
  v: z.literal(4).describe('the version of this schema'),
  at: z.iso.datetime().describe('when, UTC; the clock of the machine, which may jump'),
  run: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .describe('the id of the run'),
};

/** Unknown fields are refused: here it is the code that is tested, and not a reader of it. */
export const schemaOf = (type: keyof typeof EVENTS): z.ZodObject =>
  z.strictObject({ ...ENVELOPE, type: z.literal(type), ...EVENTS[type].fields });
