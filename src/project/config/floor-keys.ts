/**
 * Keys of the specifications that would lower the floor. dualgate has no such keys; the error names the rule that the
 * key breaks instead of "unknown key" (rules 1.1 to 1.7).
 */

/** One such key, and its path. */
interface FloorBreach {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export const BELOW_FLOOR = {
  signal:
    'require_explicit_signal: false is below the floor: no phase is exited without an explicit exit signal of the agent (rule 1.2). Remove the key',
  measured:
    'evidence_checks.tests: false is below the floor: no phase is exited without measured tests (rule 1.1). Remove the key',
} as const;

/** Every such key in `value` and below it. Each map and list is visited once: a list can contain itself. */
export const findFloorBreaches = (value: unknown, path: readonly PropertyKey[]): readonly FloorBreach[] =>
  search(value, path, new Set());

const search = (value: unknown, path: readonly PropertyKey[], seen: Set<object>): readonly FloorBreach[] => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return Object.entries(value).flatMap(([key, held]): readonly FloorBreach[] => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    if (key === 'require_explicit_signal' && held === false) return [{ path: here, message: BELOW_FLOOR.signal }];
    if (key === 'evidence_checks.tests' && held === false) return [{ path: here, message: BELOW_FLOOR.measured }];
    if (key === 'evidence_checks' && hasTestsOff(held))
      return [{ path: [...here, 'tests'], message: BELOW_FLOOR.measured }];
    return search(held, here, seen);
  });
};

const hasTestsOff = (checks: unknown): boolean =>
  typeof checks === 'object' &&
  checks !== null &&
  Object.entries(checks).some(([key, held]) => key === 'tests' && held === false);
