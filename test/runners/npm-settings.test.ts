import { describe, expect, test } from 'vitest';
import { leaveScriptSettings } from '../../src/runners/settings-text.ts';

describe('the settings of npm that may change how scripts run', () => {
  test.each([
    'script-shell=/bin/bash',
    'node-options=--import ./a.mjs',
    'ignore-scripts=true',
    '"node-options"=--import ./a.mjs',
    'node-options',
    'omit[]=dev',
    'prefix=elsewhere',
    '${NAME}=true',
    '//host/${NAME}:_authToken=a',
    'a-key-that-nobody-knows=1',
    '[section]',
  ])('include %s', (line) => {
    expect(leaveScriptSettings(`save-exact=true\r${line}\n`)).toBe(line);
  });

  test.each([
    '',
    '# node-options=a\n; omit=dev\n',
    'save-exact=true\nregistry = https://example.org/\n@a:registry=https://example.org/\n',
    '//example.org/:_authToken=${TOKEN}\n',
    'engine-strict=true\nloglevel=warn\nauto-install-peers=true\n',
  ])('include nothing of %j', (text) => {
    expect(leaveScriptSettings(text)).toBe('');
  });
});
