/**
 * The packages of Restate, which are optional: only `serve` loads them.
 *
 * @module
 */
import { FleetError } from './fleet-error.ts';

/** Node has this from 22 on; the SDK uses it. */
const addWithResolvers = (): void => {
  if (Reflect.has(Promise, 'withResolvers')) return;
  Object.defineProperty(Promise, 'withResolvers', {
    configurable: true,
    writable: true,
    value<T>(this: PromiseConstructor) {
      let [resolve, reject]: [(value: T | PromiseLike<T>) => void, (reason?: unknown) => void] = [() => {}, () => {}];
      const promise = new this<T>((onValue, onError) => {
        [resolve, reject] = [onValue, onError];
      });
      return { promise, resolve, reject };
    },
  });
};

/** @throws {FleetError} when a package is not installed */
export const loadSdk = async () => {
  addWithResolvers();
  try {
    const [sdk, adapter] = await Promise.all([import('@restatedev/restate-sdk'), import('@restatedev/xstate')]);
    return { sdk, adapter };
  } catch (cause) {
    throw new FleetError(
      'Cannot serve a fleet: @restatedev/restate-sdk and @restatedev/xstate are not installed beside dualgate. Run npm install @restatedev/restate-sdk@1.17 @restatedev/xstate@0.5.2 xstate.',
      { cause },
    );
  }
};
