/**
 * A conformance case: what an agent printed and what was measured, as one line of JSON. The form is that of
 * docs/reference/conformance.md.
 *
 * @module
 */
import { z } from 'zod';
import { CONFIG_PRESET_NAMES } from '../systems/systems.ts';
import { CASE_DIALECTS } from '../signals/signal-of-case.ts';
import { WORK_PHASES } from '../systems/dialects.ts';

const PHASE_NAMES = ['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'] as const;

/** From both vocabularies: the first four belong to the scenarios, the others to a decision. */
const NEXT_WORDS = ['exit', 'needs_human', 'halt', 'limit_reached', 'leave', 'hold', 'stop'] as const;

const MAX_LINES_BEFORE = 10_000_000;

const counts = z.looseObject({
  tests_total: z.number().optional(),
  tests_passing: z.number().optional(),
  tests_failing: z.number().optional(),
  tests_skipped: z.number().optional(),
});

const position = z.int().min(1);

const metrics = z
  .object({
    interrupted: z.boolean().optional(),
    tree_hash: z.string().optional(),
    tree_hash_before: z.string().optional(),
    tree_hash_after: z.string().optional(),
    green_run_trees: z.array(z.string()).optional(),
    task_done: z.boolean().optional(),
    test_files_changed: z.array(z.string()).optional(),
    existing: counts.optional(),
  })
  // Other measurements, by the names of metrics; `null`: it could not be measured.
  .catchall(z.union([z.number(), z.boolean(), z.null()], { error: 'must be a number, true, false or null' }));

const context = z.looseObject({
  iteration: position.optional(),
  max_iterations: position.optional(),
  nonce: z.string().optional(),
  agent_exit_code: z.int().optional(),
  timed_out: z.boolean().optional(),
  stderr: z.string().optional(),
  operator: z
    .looseObject({ forced_exit: z.boolean().optional(), by: z.string().optional(), reason: z.string().optional() })
    .optional(),
  progress: z.boolean().optional(),
  config: z.looseObject({ phase_map: z.record(z.string(), z.enum(WORK_PHASES)).optional() }).optional(),
  repeat_before: z.looseObject({ line: z.string(), count: z.int().min(0).max(MAX_LINES_BEFORE) }).optional(),
});

/** An earlier iteration; a missing value counts as harmless. */
const earlier = z.looseObject({
  phase: z.string().optional(),
  gate_1: z.boolean().nullish(),
  gate_2: z.boolean().nullish(),
  can_exit: z.boolean().optional(),
  progress: z.boolean().optional(),
  metrics: metrics.optional(),
});

const expected = z.looseObject({
  gate_1: z.boolean().optional(),
  gate_2: z.boolean().nullable().optional(),
  can_exit: z.boolean().optional(),
  next: z.enum(NEXT_WORDS).optional(),
  forced: z.boolean().optional(),
});

export const caseSchema = z.looseObject({
  id: z.string().min(1),
  phase: z.enum(PHASE_NAMES),
  /** Whose gates are asked; those of spec 001 without one. */
  preset: z.enum(CONFIG_PRESET_NAMES).optional(),
  dialect: z.enum(CASE_DIALECTS),
  transcript: z.string(),
  metrics,
  context: context.default({}),
  /** Newest last. */
  history: z.array(earlier).default([]),
  expected: expected.optional(),
});

/** One case, checked. */
export type ConformanceCase = z.output<typeof caseSchema>;
export type Expectation = NonNullable<ConformanceCase['expected']>;
