/**
 * Does the config load? Reports every problem with its place.
 *
 * @module
 */
import { relative } from 'node:path';
import { ConfigError, renderProblem } from '../../config/config-error.ts';
import type { Check } from '../check.ts';
import { ok, problem, problemOf } from '../finding.ts';

export const configCheck: Check = {
  name: 'config',
  needs: [],
  look: async ({ folder, config, refusal }) => {
    if (config !== null) {
      const phases = config.phases.map(({ phase }) => phase).join(', ');
      return ok(`${relative(folder, config.path ?? folder)}, phases ${phases}`);
    }
    if (!(refusal instanceof ConfigError)) return problemOf(refusal?.message ?? 'The config does not load');
    const [first, ...others] = refusal.problems.map(renderProblem);
    return others.length === 0 || first === undefined
      ? problem(first ?? refusal.message, FIX)
      : problem(`${others.length + 1} problems`, FIX, [first, ...others]);
  },
};

const FIX = 'Fix the config; docs/reference/config.md lists every key.';
