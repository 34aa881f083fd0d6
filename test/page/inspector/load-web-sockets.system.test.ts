import { expect, test } from 'vitest';
import { InspectorError } from '../../../src/page/inspector/local-server.ts';
import { loadWebSockets } from '../../../src/page/inspector/serve-viewers.ts';

test('without the package it says which to install, and where', () => {
  const load = () => loadWebSockets('file:///nowhere/dist/index.js');
  expect(load).toThrow(InspectorError);
  expect(load).toThrow(
    'Cannot listen for an inspector: the package @statelyai/inspect is not installed beside dualgate. Install it beside dualgate: npm install @statelyai/inspect (with -g for a global dualgate).',
  );
});
