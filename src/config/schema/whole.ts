/**
 * A rule about several keys of a map.
 *
 * @module
 */

/** Checked even when a value is wrong, to report all problems at once. For `refine`. */
export const whole = (holds: (value: object) => boolean, error: string) =>
  [
    holds,
    {
      error,
      when: ({ value }: { readonly value: unknown }) =>
        typeof value === 'object' && value !== null && !Array.isArray(value),
    },
  ] as const;
