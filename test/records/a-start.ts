import { DEFAULT_BREAKER_RULES } from '../../machines/index.ts';
import type { LedgerData } from '../../src/records/records.ts';
import { BY_GIT } from '../../src/project/sources/fingerprint.ts';

type Start = LedgerData['run.started'];

/** The first record of a run without tests, with what a test needs instead. */
export const aStart = (given: Partial<Start> = {}): Start => ({
  run: 'a-run',
  config: {},
  config_hash: '',
  baseline: { passing: [], skipped: [], known_failing: [] },
  frozen: {},
  criteria: 4,
  criterion_ids: [],
  sources: BY_GIT,
  tree: 'a1',
  head: null,
  versions: { dualgate: '0', node: '0' },
  breaker: DEFAULT_BREAKER_RULES,
  ...given,
});
