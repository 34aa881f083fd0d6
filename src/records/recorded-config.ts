/** The config of a run, from its own first record: the phases with their gates, and the floor of each of them. */
import * as z from 'zod';
import { compileGates, type TddConfig } from '../../gates/compile-gates.ts';
import { DualgateError } from '../../gates/errors.ts';
import type { Config } from '../project/config/config.ts';
import { hashBytes } from '../ledger/ledger-record.ts';
import { metricsOf } from '../evidence/measures/metrics-of-measures.ts';
import { RunError } from './run-error.ts';
import type { LedgerData } from './records.ts';

/** The parts that decide: any config from a file has them, and so has an embedder's. */
export interface ReplayConfig extends TddConfig {
  /** Decided iterations, and minutes, after which a run ends. Absent: not checked. */
  readonly limits?: {
    readonly iterations: number;
    readonly minutes: number;
    readonly max_refactor_iterations?: number | undefined;
  };
  readonly documents?: { readonly required_docs_count: number };
  /** The counted indicators, by spec 000; absent: as recorded. */
  readonly exit_gate?: Pick<
    NonNullable<Config['exit_gate']>,
    'enabled' | 'indicator_threshold' | 'evidence_checks' | 'patterns' | 'allow_agent_override'
  > | null;
  /** The scored parts, by spec 002; absent: as recorded. */
  readonly confidence?: Pick<NonNullable<Config['confidence']>, 'threshold' | 'keywords' | 'done'> | null;
}

/** Of `run.started`, or of a config that an operator accepted later. */
type RecordedConfig = Pick<LedgerData['run.started'], 'config' | 'config_hash'>;

const ownMetric = () => z.looseObject({ type: z.enum(['number', 'boolean']), progress: z.boolean() });

const gate = () => z.looseObject({ name: z.string(), condition: z.string(), rationale: z.string().optional() });

/** A function, so that code that only folds records makes no schema. */
const configSchema = () =>
  z.looseObject({
    phases: z
      .array(
        z.looseObject({
          phase: z.string(),
          purpose: z.string(),
          tests: z.enum(['must_fail', 'must_pass']),
          gate_1: gate(),
          gate_2: gate(),
          limits: z.looseObject({ max_iterations: z.number() }),
          circuit_breaker: z.looseObject({ no_progress: z.number() }),
          prompt: z.string().optional(),
          confirm: z.boolean().optional(),
        }),
      )
      .min(1),
    checks: z.array(z.looseObject({ name: z.string() })).default([]),
    measures: z.array(z.looseObject({ name: z.string(), metrics: z.record(z.string(), ownMetric()) })).default([]),
    integrity: z.enum(['block', 'warn']).default('block'),
    // A run from before that key needed one killed mutant.
    mutation_check: z
      .looseObject({ at_least: z.number(), percent: z.number().default(1) })
      .nullable()
      .default(null),
    criteria_ids: z.enum(['require', 'ignore']).default('ignore'),
    confirmations: z.number().nullable().default(null),
    review: z.looseObject({}).optional(),
    limits: z
      .looseObject({ iterations: z.number(), minutes: z.number(), max_refactor_iterations: z.number().optional() })
      .optional(),
    documents: z.looseObject({ required_docs_count: z.number() }).optional(),
    exit_gate: z
      .looseObject({
        enabled: z.boolean(),
        indicator_threshold: z.number(),
        evidence_checks: z.object({
          tests: z.boolean(),
          build: z.boolean(),
          acceptance_criteria: z.boolean(),
          clean_git: z.boolean(),
        }),
        patterns: z.array(z.string()),
        allow_agent_override: z.boolean(),
      })
      .nullable()
      .optional(),
    confidence: z
      .looseObject({ threshold: z.number(), keywords: z.array(z.string()), done: z.array(z.string()) })
      .nullable()
      .optional(),
  });

/** @throws {RunError} when gates cannot be made from the recorded config (an embedder's function was one), or its hash differs */
export const readRecordedConfig = ({ config, config_hash }: RecordedConfig): ReplayConfig => {
  if (hashBytes(JSON.stringify(config)) !== config_hash)
    throw refuse('the config in its first record does not match the hash beside it. Run dualgate verify.');
  const { data, error } = configSchema().safeParse(config);
  if (error !== undefined)
    throw refuse(
      `the config in its first record cannot be read (${error.issues[0]?.path.join('.')}). Pass a config with --config.`,
    );
  const {
    phases,
    checks,
    measures,
    integrity,
    mutation_check,
    criteria_ids,
    confirmations,
    review,
    limits,
    documents,
    exit_gate,
    confidence,
  } = data;
  const isFunction = phases.find(({ gate_1, gate_2 }) => [gate_1, gate_2].some(isNameOfFunction));
  if (isFunction !== undefined)
    throw refuse(
      `a gate of ${isFunction.phase} was a function, which a ledger cannot hold. Call replayRun with the config that has it.`,
    );
  const recorded: ReplayConfig = {
    phases,
    metrics: metricsOf({ checks, measures }),
    integrity,
    mutation_check,
    criteria_ids,
    confirmations,
    ...(review === undefined ? {} : { review }),
    ...(limits === undefined ? {} : { limits }),
    ...(documents === undefined ? {} : { documents }),
    ...(exit_gate === undefined ? {} : { exit_gate }),
    ...(confidence === undefined ? {} : { confidence }),
  };
  try {
    compileGates(recorded);
  } catch (cause) {
    if (!(cause instanceof DualgateError)) throw cause;
    throw refuse(`its gates can no longer be evaluated: ${cause.message}`);
  }
  return recorded;
};

/** The same; null where its gates cannot be judged, for callers that can do without. */
export const findRecordedConfig = (started: RecordedConfig): ReplayConfig | null => {
  try {
    return readRecordedConfig(started);
  } catch (error) {
    if (error instanceof RunError) return null;
    throw error;
  }
};

const isNameOfFunction = ({ condition }: { readonly condition: string }): boolean => condition.startsWith('[function ');

const refuse = (what: string): RunError => new RunError(`Cannot replay the run: ${what}`);
