/**
 * Keys of the specifications that would take something from the floor. They are no keys of ours; who writes them is told
 * which rule they are against instead of "unknown key" (RULES 1).
 *
 * @module
 */

/** One of them, and where it was written. */
interface FloorBreach {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What is said of them. */
export const BELOW_FLOOR = {
  signal:
    'require_explicit_signal: false is below the floor: no phase is left without the explicit signal of the agent (RULES 1.2). Remove it',
  measured:
    'evidence_checks.tests: false is below the floor: no phase is left without tests that were measured (RULES 1.1). Remove it',
} as const;

/** Every such key in `value` and in what it holds, each map and list looked at once: a list can hold itself. */
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
