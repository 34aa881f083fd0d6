import { describeCachedTool } from './a-cached-project.ts';

describeCachedTool({
  name: 'wireit',
  command: ['npm', 'test'],
  home: '.',
  // The name of its script, in hexadecimal digits.
  cache: '.wireit/74657374/cache',
  remembers: true,
  configs: (script) => ({
    'package.json': JSON.stringify({
      name: 'w',
      private: true,
      scripts: { test: 'wireit' },
      wireit: { test: { command: script, files: ['src/**', 'test/**'], output: ['junit.xml'] } },
    }),
  }),
});
