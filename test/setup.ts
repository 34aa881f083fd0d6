/**
 * How often laws are tried, and from which seed: few and rotating in the ordinary suite, many in `npm run check:full`.
 *
 * @module
 */
import * as fc from 'fast-check';

const { DUALGATE_RUNS, DUALGATE_SEED } = process.env;

// fast-check prints the seed of a law that fails; `DUALGATE_SEED` tries it again.
fc.configureGlobal({
  ...(DUALGATE_RUNS === undefined ? {} : { numRuns: Number(DUALGATE_RUNS) }),
  ...(DUALGATE_SEED === undefined ? {} : { seed: Number(DUALGATE_SEED) }),
});
