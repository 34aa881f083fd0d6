import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { describeInSandbox } from '../../agents/sandbox/in-sandbox.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { aReviewedWorkspace, playReviewed, TURNS } from './a-reviewed-run.ts';
import { finds } from './a-reviewer.ts';

/** Says how many workspaces it finds in the temporary folder, and the content of its own folder. */
const SAYS_WHAT_IT_SEES = `const fs = require('node:fs'); const nonce = /^NONCE: (\\S+)$/m.exec(fs.readFileSync(0, 'utf8'))[1];
const { PLACE } = process.env; const seen = fs.readdirSync(PLACE).filter((name) => fs.existsSync(PLACE + '/' + name + '/spec.md')).length + ' ' + fs.readdirSync('.').join();
console.log(${JSON.stringify(finds('x', null, 'SEEN'))}.replace('NONCE', nonce).replace('SEEN', seen));`;

describeInSandbox('a reviewer', () => {
  test('is in the sandbox of the run, and sees its copy in the place of the workspace', {
    timeout: 60_000,
  }, async () => {
    await withAnchorsAside();
    const command = [process.execPath, '-e', SAYS_WHAT_IT_SEES.replaceAll('\n', ' ')];
    const agent = { use: 'scripted', script: 'agent.yaml', sandbox: 'bubblewrap' };
    const workspace = await aReviewedWorkspace(
      { command },
      TURNS,
      { agent, limits: { iterations: 1 } },
      { env: { PLACE: tmpdir() } },
    );
    const { reviews } = await playReviewed(workspace);
    expect(reviews.map(({ findings: [found] }) => found?.problem)).toEqual([
      '0 agent.yaml,package.json,spec.md,src,suite.mjs,test',
    ]);
  });
});
