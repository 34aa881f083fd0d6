import { createRun, readConfig, serveInspector } from 'dualgate';

const config = readConfig();
const page = await serveInspector({ config, commands: false }); // anyone with page.url can watch
const run = createRun({ config, onEvent: page.hear });
const { status } = await run.ended;
await page.close(); // open pages keep their content
console.log(status, new URL(page.url).hostname);
