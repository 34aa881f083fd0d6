/**
 * A proof as an in-toto statement with the standard's own predicate for test results, so that other tools can read it; pure.
 *
 * @module
 */
import type { MutationReport } from '../../mutation-check/mutation-report.ts';
import type { Proof } from './claim.ts';

/** in-toto Attestation Framework v1, Statement. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly { readonly name: string; readonly digest: { readonly gitCommit: string } }[];
  readonly predicateType: 'https://in-toto.io/attestation/test-result/v0.1';
  /** Test Result v0.1. */
  readonly predicate: {
    readonly result: 'PASSED' | 'FAILED';
    /** The subject of the tests: the commit with config and tests. */
    readonly configuration: readonly {
      readonly name: string;
      readonly digest: { readonly gitCommit: string };
      readonly annotations: Readonly<Record<string, unknown>>;
    }[];
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
  };
}

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** A claim is a test of its own, `claim:sources`; one that does not hold makes the result FAILED. */
export const createStatement = (
  proof: Proof & {
    readonly base: string;
    readonly head: string;
    readonly mutationCheck?: Pick<MutationReport, 'criteria'> | null;
  },
): Statement => {
  const { base, head, holds, claims, notes, tests, mutationCheck } = proof;
  const criteria = mutationCheck?.criteria?.map(({ id, tests: count, killed, end }) => ({
    id,
    tests: count,
    killed,
    end,
  }));
  const claimed = (wanted: boolean): readonly string[] =>
    claims.filter((each) => each.holds === wanted).map(({ id }) => `claim:${id}`);
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'head', digest: { gitCommit: head } }],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: holds ? 'PASSED' : 'FAILED',
      configuration: [
        {
          name: 'base',
          digest: { gitCommit: base },
          annotations: { program: 'dualgate prove', notes, ...(criteria === undefined ? {} : { criteria }) },
        },
      ],
      passedTests: [...claimed(true), ...tests.fail_to_pass, ...tests.pass_to_pass],
      warnedTests: [],
      failedTests: [...claimed(false), ...tests.failed],
    },
  };
};
