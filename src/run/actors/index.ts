/**
 * `dualgate/actors`: the actors of the loop, for machines of your own. They run processes and write the ledger;
 * `dualgate/machines` has the charts. @module
 */
export {
  createEvidenceActor,
  createLoopActors,
  createTestRunnerActor,
  type EvidenceInput,
  type TestRunnerInput,
  type TestRunnerOutput,
} from './host-ledger.ts';
export { type HostLedger, openLedger, type OpenLedgerOptions } from './host-ledger.ts';
export type { GivenSignal } from '../../loop/turn/read-exit-signal.ts';
