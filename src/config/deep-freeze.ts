/**
 * A config is the same for as long as it is held: nobody changes it by accident or by reference.
 *
 * @module
 */

/** The very same value, it and everything in it frozen. For plain trees of maps and lists. */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
};
