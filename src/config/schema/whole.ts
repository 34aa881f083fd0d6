/**
 * A demand on a map as a whole.
 *
 * @module
 */

/** Asked even when a value in it is wrong: all problems at once. For `refine`. */
export const whole = (holds: (value: object) => boolean, error: string) =>
  [
    holds,
    {
      error,
      when: ({ value }: { readonly value: unknown }) =>
        typeof value === 'object' && value !== null && !Array.isArray(value),
    },
  ] as const;
