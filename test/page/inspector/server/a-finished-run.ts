/** A workspace with the ledger of a real run that is over. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Config, parseConfig } from '../../../../src/read-config/parse-config.ts';
import { type RunFolders, runFolders } from '../../../../src/records/run-folders.ts';
import { aFolder } from '../../../evidence/a-repository.ts';

export const RUN = '20261122-072752-3ca074';

const CONFIG = `version: 1
work: { spec: specs/shout.md }
agent: { command: /opt/agent.sh }
tests: { command: node --test }
phases:
  - { phase: RED, purpose: x, gate_1: { name: Red, condition: tests_failing == tests_total } }
  - { phase: GREEN, purpose: x, gate_1: { name: Green, condition: tests_failing == 0 } }
  - { phase: POLISH, purpose: x, gate_1: { name: Polished, condition: refactoring_complete == true } }
`;

const LEDGER = readFileSync(new URL('../../report/ledgers/forced.jsonl', import.meta.url), 'utf8');

/** Each with its newline. */
export const LINES: readonly string[] = LEDGER.split(/(?<=\n)/);

export interface FinishedRun {
  readonly config: Config;
  readonly folders: RunFolders;
}

/** @param text - of its ledger; all of it by default */
export const aFinishedRun = async (text: string = LEDGER): Promise<FinishedRun> => {
  const folder = await aFolder();
  const folders = runFolders(folder, RUN);
  mkdirSync(folders.run, { recursive: true });
  writeFileSync(folders.ledger, text);
  writeFileSync(folders.current, RUN);
  return { config: parseConfig(CONFIG, { path: `${folder}/dualgate.yaml`, readFile: () => '' }), folders };
};
