import { createRun, readConfig } from 'dualgate';
import { createStatelyInspector, secretsOf, serveStately } from 'dualgate/inspector';

const config = readConfig();
const inspector = createStatelyInspector({ secrets: secretsOf(config, process.env) });
const viewers = await serveStately(inspector); // viewers.url for a browser, viewers.address for a receiver
const run = createRun({ config, inspect: inspector.inspect });
const { status, exit_code } = await run.ended;
await viewers.close(); // viewers have received the end
console.log(status, exit_code);
