/**
 * Holds mocha's classes as they are while test files run: whatever is to change them belongs into a file that mocha
 * requires before. An object of its own may still be given a method of its own.
 *
 * @module
 */

const { defineProperty, getOwnPropertyDescriptors } = Object;

let isLocked = false;

/**
 * @param {Readonly<Record<string, { prototype: object }>>} classes by name
 * @param {(name: string) => void} onAttempt called with `Class.prototype.method`, before it throws
 */
export const lockPrototypes = (classes, onAttempt) => {
  if (isLocked) return;
  isLocked = true;
  for (const [className, { prototype }] of Object.entries(classes)) {
    for (const [method, { value, configurable }] of Object.entries(getOwnPropertyDescriptors(prototype))) {
      if (typeof value !== 'function' || method === 'constructor' || configurable !== true) continue;
      const name = `${className}.prototype.${method}`;
      defineProperty(prototype, method, {
        configurable: false,
        enumerable: true,
        get: () => value,
        /** @this {object} */
        set(given) {
          if (this !== prototype) {
            defineProperty(this, method, { value: given, configurable: true, enumerable: true, writable: true });
            return;
          }
          onAttempt(name);
          throw new TypeError(`Cannot replace ${name} while tests run. Do it in a file that mocha requires before.`);
        },
      });
    }
  }
};
