import { createRun, readConfig, readReport, readRun, replayRun } from 'dualgate';
import { sendOperatorCommand, verifyLedger } from 'dualgate';

const config = readConfig();
const { id, ledger, ended } = createRun({ config, until: 'RED' });
await ended;
const command = { command: 'guide', by: 'Ann', text: 'Keep it short.' };
console.log((await sendOperatorCommand({ config, run: id, command })).recorded);
await createRun({ config, resume: id }).ended;

const { status, records } = await readRun(config, id);
console.log(status.ending?.status, status.phase);
console.log(replayRun(records).same);
const { phases } = await readReport({ run: id, ledger });
console.log(phases.map(({ phase, iterations }) => `${phase}: ${iterations}`));
console.log((await verifyLedger(ledger)).ok);
