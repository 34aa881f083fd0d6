/**
 * Our page around an inspector's page, in a real browser. Stately's own page is on the network; in its place stands one that does what
 * theirs does: it reads messages by `createBrowserReceiver` of `@statelyai/inspect`.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { createActor, createMachine } from 'xstate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { build } from 'vite';
import { createStatelyInspector, serveStately } from '../../../src/page/inspector/index.ts';
import { eventually } from './eventually.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(3, test);

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find(existsSync);
const needs = BROWSER === undefined ? ' (skipped: needs chromium)' : '';

const RECEIVER = `import { createBrowserReceiver } from '@statelyai/inspect';
createBrowserReceiver().subscribe(({ type, event, name }) => {
  document.body.append(document.createElement('p'));
  document.body.lastChild.textContent = type + ' ' + (event?.type ?? name);
});`;

/** @returns the address of a page of another origin */
const serveInspector = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: 'virtual:receiver' } },
    plugins: [
      {
        name: 'receiver',
        resolveId: (id) => (id === 'virtual:receiver' ? `${import.meta.dirname}/receiver.js` : null),
        load: (id) => (id.endsWith('/receiver.js') ? RECEIVER : null),
      },
    ],
  });
  const [output] = [built].flat();
  const code = output !== undefined && 'output' in output ? output.output[0].code : '';
  const server = createServer(({ url }, response) => {
    const isScript = url === '/receiver.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? code : '<!doctype html><body><script type="module" src="/receiver.js"></script></body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
};

/** Our page in a browser, around the inspector at an address. */
const openBridge = async (inspectorPage: string) => {
  const inspector = createStatelyInspector();
  const actor = createActor(createMachine({ id: 'light', on: { GO: {} } }), { inspect: inspector.inspect }).start();
  const viewers = await serveStately(inspector, { page: inspectorPage });
  onTestFinished(viewers.close);
  const browser = await chromium.launch({ executablePath: BROWSER ?? '', args: ['--no-sandbox'] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(viewers.url);
  return { actor, page, viewers, status: () => page.getByRole('status').textContent() };
};

const DEAD =
  /^Not connected: the inspector at http:\S+ did not load, or was closed\. Check the network, then reload this page\. Without a network, use --inspect\.$/;

describe.skipIf(BROWSER === undefined)(`our page around an inspector’s page${needs}`, () => {
  slow('hands on what was and what comes, and breaks none of its own rules', async () => {
    const inspector = createStatelyInspector();
    const actor = createActor(createMachine({ id: 'light', on: { GO: {} } }), { inspect: inspector.inspect }).start();
    const viewers = await serveStately(inspector, { page: await serveInspector() });
    onTestFinished(viewers.close);
    const browser = await chromium.launch({ executablePath: BROWSER ?? '', args: ['--no-sandbox'] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(viewers.url);
    const shown = page.frameLocator('iframe').locator('p');
    await eventually(() => shown.allTextContents()).toEqual([
      '@xstate.actor light',
      '@xstate.event xstate.init',
      '@xstate.snapshot xstate.init',
    ]);
    actor.send({ type: 'GO' });
    await eventually(async () => (await shown.allTextContents()).slice(3)).toEqual([
      '@xstate.event GO',
      '@xstate.snapshot GO',
    ]);
    expect(await page.getByRole('status').textContent()).toBe('Connected to the run.');
    await viewers.close();
    await eventually(() => page.getByRole('status').textContent()).toBe('The run has ended. Its messages stay here.');
    expect(complaints).toEqual([]);
  });

  slow(
    'is not connected while the inspector is not there, and says what to do; the end of the run does not hide that',
    async () => {
      const gone = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => gone.once('listening', resolve));
      const { port } = gone.address() as AddressInfo;
      await new Promise((resolve) => gone.close(resolve));
      const { page, status, viewers } = await openBridge(`http://localhost:${port}/`);
      expect(await status()).not.toContain('Connected');
      await eventually(status).toMatch(DEAD);
      await viewers.close();
      await eventually(status).toMatch(/^The run has ended\. Not connected: the inspector at /);
      expect(await page.getByRole('status').textContent()).not.toContain('stays here');
    },
  );

  slow('of an inspector that goes away says so, and tells it everything again when it comes back', async () => {
    const address = await serveInspector();
    const { actor, page, status } = await openBridge(address);
    await eventually(status).toBe('Connected to the run.');
    const shown = page.frameLocator('iframe').locator('p');
    await eventually(() => shown.count()).toBe(3);
    await page.evaluate("document.querySelector('iframe').src = 'data:text/html,nothing'");
    await eventually(status).not.toContain('Connected to');
    actor.send({ type: 'GO' });
    await page.evaluate(`document.querySelector('iframe').src = ${JSON.stringify(address)}`);
    await eventually(status).toBe('Connected to the run.');
    await eventually(() => shown.allTextContents()).toEqual([
      '@xstate.actor light',
      '@xstate.event xstate.init',
      '@xstate.snapshot xstate.init',
      '@xstate.event GO',
      '@xstate.snapshot GO',
    ]);
    await page.evaluate("document.querySelector('iframe').remove()");
    await eventually(status).toMatch(DEAD);
    expect(await page.locator('iframe').count()).toBe(0);
  });
});
