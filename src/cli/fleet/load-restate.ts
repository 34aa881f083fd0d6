/**
 * The library of a fleet, which is built beside this program: it shares its XState with the adapter of Restate.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FleetError } from '../../restate/fleet-error.ts';
import type * as Restate from '../../restate/index.ts';
import { describeCause } from '../../text/describe-cause.ts';

/** @throws {FleetError} when XState is not installed, or dualgate is not built */
export const loadRestate = async (): Promise<typeof Restate> => {
  const url = new URL('./restate.js', import.meta.url);
  if (!existsSync(fileURLToPath(url)))
    throw new FleetError(
      `Cannot serve a fleet: ${fileURLToPath(url)} is not built. In a checkout, run npm run build:js.`,
    );
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build of that file
    return (await import(url.href)) as typeof Restate;
  } catch (cause) {
    throw new FleetError(
      `Cannot serve a fleet: ${describeCause(cause)}. Run npm install @restatedev/restate-sdk@1.17 @restatedev/xstate@0.5.2 xstate.`,
      { cause },
    );
  }
};
