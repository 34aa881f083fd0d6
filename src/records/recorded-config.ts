/**
 * What a run went by, out of its own first record: the phases with their gates, and what lies under each of them.
 *
 * @module
 */
import * as z from 'zod';
import { compileGates, type TddConfig } from '../../gates/compile-gates.ts';
import { DualgateError } from '../../gates/errors.ts';
import type { Config } from '../config/shape-config.ts';
import { hashBytes } from '../ledger/ledger-record.ts';
import { metricsOf } from '../measures/measures.ts';
import { RunError } from './run-error.ts';
import type { LedgerData } from './catalogue/records.ts';

/** What decides: any config that was read from a file has it, and so has one of an embedder. */
export interface ReplayConfig extends TddConfig {
  /** Decided iterations, and minutes, after which a run ends. Absent: they are not looked at. */
  readonly limits?: {
    readonly iterations: number;
    readonly minutes: number;
    readonly max_refactor_iterations?: number | undefined;
  };
  readonly documents?: { readonly required_docs_count: number };
  /** What is counted, by spec 000; absent: as it was counted. */
  readonly exit_gate?: Pick<
    NonNullable<Config['exit_gate']>,
    'enabled' | 'indicator_threshold' | 'evidence_checks' | 'patterns' | 'allow_agent_override'
  > | null;
  /** What is scored, by spec 002; absent: as it was scored. */
  readonly confidence?: Pick<NonNullable<Config['confidence']>, 'threshold' | 'keywords' | 'done'> | null;
}

const ownMetric = z.looseObject({ type: z.enum(['number', 'boolean']), progress: z.boolean() });

const gate = z.looseObject({ name: z.string(), condition: z.string(), rationale: z.string().optional() });

const configSchema = z.looseObject({
  phases: z
    .array(
      z.looseObject({
        phase: z.string(),
        purpose: z.string(),
        tests: z.enum(['must_fail', 'must_pass']),
        gate_1: gate,
        gate_2: gate,
        limits: z.looseObject({ max_iterations: z.number() }),
        circuit_breaker: z.looseObject({ no_progress: z.number() }),
        prompt: z.string().optional(),
      }),
    )
    .min(1),
  checks: z.array(z.looseObject({ name: z.string() })).default([]),
  measures: z.array(z.looseObject({ name: z.string(), metrics: z.record(z.string(), ownMetric) })).default([]),
  integrity: z.enum(['block', 'warn']).default('block'),
  probe: z.looseObject({ at_least: z.number() }).nullable().default(null),
  confirmations: z.number().nullable().default(null),
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

/**
 * @throws {RunError} when the record holds no config that gates can be made of, as where an embedder's function was a gate, or
 * not the one of its hash
 */
export const readRecordedConfig = ({ config, config_hash }: LedgerData['run.started']): ReplayConfig => {
  if (hashBytes(JSON.stringify(config)) !== config_hash)
    throw refuse('the config in its first record has not the hash that stands beside it. Run dualgate verify.');
  const { data, error } = configSchema.safeParse(config);
  if (error !== undefined)
    throw refuse(`the config in its first record cannot be read (${error.issues[0]?.path.join('.')}). Give --config.`);
  const { phases, checks, measures, integrity, probe, confirmations, limits, documents, exit_gate, confidence } = data;
  const isFunction = phases.find(({ gate_1, gate_2 }) => [gate_1, gate_2].some(isNameOfFunction));
  if (isFunction !== undefined)
    throw refuse(
      `a gate of ${isFunction.phase} was a function, which a ledger cannot hold. Call replayRun with the config that has it.`,
    );
  const recorded: ReplayConfig = {
    phases,
    metrics: metricsOf({ checks, measures }),
    integrity,
    probe,
    confirmations,
    ...(limits === undefined ? {} : { limits }),
    ...(documents === undefined ? {} : { documents }),
    ...(exit_gate === undefined ? {} : { exit_gate }),
    ...(confidence === undefined ? {} : { confidence }),
  };
  try {
    compileGates(recorded);
  } catch (cause) {
    if (!(cause instanceof DualgateError)) throw cause;
    throw refuse(`its gates cannot be asked any more: ${cause.message}`);
  }
  return recorded;
};

/** The same; null where it cannot be asked, for who has something to say without it. */
export const findRecordedConfig = (started: LedgerData['run.started']): ReplayConfig | null => {
  try {
    return readRecordedConfig(started);
  } catch (error) {
    if (error instanceof RunError) return null;
    throw error;
  }
};

const isNameOfFunction = ({ condition }: { readonly condition: string }): boolean => condition.startsWith('[function ');

const refuse = (what: string): RunError => new RunError(`Cannot replay the run: ${what}`);
