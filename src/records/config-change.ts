/** One key of the config that changed. */
export interface ConfigChange {
  /** With the names of phases, suites and checks: `phases[GREEN].limits.max_iterations`. */
  readonly key: string;
  /** The value before as JSON, without secrets; null where the config had no such key. */
  readonly from: string | null;
  /** The value after, in the same form; null where the config has no such key any more. */
  readonly to: string | null;
}

const MAX_SHOWN = 12;

/** Without a full stop. */
export const renderConfigChanges = (changes: readonly ConfigChange[]): string =>
  [
    ...changes.slice(0, MAX_SHOWN).map(({ key, from, to }) => `${key} ${from ?? '(absent)'} → ${to ?? '(absent)'}`),
    ...(changes.length > MAX_SHOWN ? [`and ${changes.length - MAX_SHOWN} more`] : []),
  ].join(', ');
