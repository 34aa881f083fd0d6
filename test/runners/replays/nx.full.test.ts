import { describeCachedTool } from './a-cached-project.ts';

describeCachedTool({
  name: 'nx',
  command: ['npx', 'nx', 'test', 'n1', '--outputStyle=stream-without-prefixes'],
  home: '.',
  cache: '.nx/cache/terminalOutputs',
  configs: (script) => ({
    'package.json': JSON.stringify({
      name: 'n1',
      private: true,
      version: '1.0.0',
      scripts: { test: script },
      nx: {
        targets: {
          test: { inputs: ['{projectRoot}/src/**', '{projectRoot}/test/**'], outputs: ['{projectRoot}/junit.xml'] },
        },
      },
    }),
    'nx.json': '{"targetDefaults":{"test":{"cache":true}},"analytics":false}',
  }),
});
