/** Facts that belong to no known runner. Move an entry into the folder of its runner when that runner is added. */
import { ENV_FILES, withEndings } from './runner-places.ts';
import { leaveScriptSettings } from './settings-text.ts';
import { isPlainResolution } from './literal-config.ts';
import type { RunnerFacts } from './runner-facts.ts';

const VERSIONS = '.node-version .nvmrc .tool-versions mise.toml .mise.toml'.split(' ');
/**
 * A version manager stands there for each program and reads such a file at each start; those of a single other
 * language read other files.
 */
const SHIMS =
  /(?<![\\/]\.?(?:py|rb|go|j|pl|php)env(?:[\\/]plugins[\\/][\w-]+)?)[\\/]shims(?:[\\/:;]|$)|[\\/]\.?volta[\\/]/;
/** Programs that a package manager starts without a word that names them. */
const LAUNCHERS = ['node', 'sh', 'bash', 'env', 'npm', 'npx'];

export const BESIDE_RUNNERS: RunnerFacts = {
  frozen: {
    everywhere: [
      // The programs that compile tests while they are loaded.
      ...withEndings(['babel.config'], ['js', 'cjs', 'mjs', 'json', 'cts']),
      ...'.babelrc .babelrc.json .babelrc.js .babelrc.cjs .swcrc'.split(' '),
      // Shells and options of the package manager, for every script that it runs; Bun runs tests, too.
      ...'.npmrc .yarnrc .yarnrc.yml .pnp.loader.mjs bunfig.toml'.split(' '),
    ],
    // Which variables a test sees, and which version of a program runs it.
    atRoot: [...ENV_FILES.filter((name) => name !== '.env'), ...VERSIONS, 'deno.json', 'deno.jsonc'],
    readBy: [
      { files: VERSIONS, words: /\b(?:nvm|nvs|fnm|volta|asdf|mise|rtx|nodenv|proto|vfox)\b/ },
      { files: VERSIONS, code: /\b(?:nvm|nvs|fnm|volta|asdf|mise|nodenv)\b|\.(?:nvmrc|node-version|tool-versions)\b/ },
      { files: VERSIONS, path: SHIMS },
      // Bun and launchers of other languages read them unasked.
      {
        files: ENV_FILES,
        words: /\b(?:bun|bunx|deno|pipenv|pdm|uv|direnv|op|doppler)\b|dotenv|env[-_]?(?:cmd|file)|\.env\b/i,
      },
      { files: ENV_FILES, code: /dotenv|env[-_ ]?(?:cmd|file)|(?:load|read)[-_]?env|(?<![\w)\]?])\.env\b/i },
    ],
    parts: { '.npmrc': leaveScriptSettings },
    setUp: { 'tsconfig.json#tests': isPlainResolution, 'jsconfig.json#tests': isPlainResolution },
    member: 'babel',
    // Files of Babel and Bun, and the usual name of a file that tools load first.
    keys: ['extends', 'plugins', 'preload', 'preset'],
    options: ['preload', 'setup'],
    // Assertion libraries, a runner that tests import as one, what loads TypeScript, and task runners, which start tests.
    packages: /^(?:chai|expect|sinon|should|uvu|tsx|ts-node|turbo|nx|lerna|wireit|lage|@(?:turbo|nx)\/[^/]+)$/,
    scopes: ['@turbo', '@nx'],
    // A package manager looks there first, so a file of such a name would run in their place.
    programs: [...LAUNCHERS, 'tsx', 'turbo', 'nx', 'lerna', 'wireit', 'moon', 'lage'],
    launchers: LAUNCHERS,
    // Files that start programs, or that are loaded into all of them.
    variables: [String.raw`(?:BUN|DENO|npm_config|LD|DYLD)_\w+`, 'PATH', 'SHELL', 'BASH_ENV', 'ENV', 'CI'],
  },
  tests: {
    // Names that most runners of most languages share.
    files: [
      '**/*.{test,spec}.*',
      '**/*_test.*',
      '**/test_*.*',
      '**/{test,tests,__tests__,spec}/**/*',
      '**/__fixtures__/**/*',
    ],
    modules: {
      script: ['chai', 'expect', 'sinon', 'should', 'uvu', '@testing-library/[^"\']+'],
      python: ['unittest', 'hypothesis', 'testtools', 'assertpy', 'hamcrest'],
    },
    asked: {
      script: [
        // An application that does not listen, or does not log, while it is tested is a usual one.
        String.raw`\bNODE_ENV\b["'\]]*\s*(?:===?\s*["'\`]test["'\`]|!==?\s*["'\`]test["'\`](?!\s*\)\s*\{?\s*(?:[\w$.]*\b(?:listen|log|info|debug|warn|error)\s*\(|app\.use\s*\(\s*(?:morgan|logger))))`,
        String.raw`["'\`]test["'\`]\s*[!=]==?\s*[\w$.['"]*\bNODE_ENV\b`,
        String.raw`\bnpm_lifecycle_event\b`,
        String.raw`\btypeof\s+(?:(?:globalThis|global|window)\.\w+|describe|beforeEach|afterEach|expect)\s*[!=]==?\s*["'\`](?:function|undefined|object)\b`,
        String.raw`["'\`](?:describe|beforeEach|afterEach|expect|it|test)["'\`]\s+in\s+global`,
        String.raw`\bprocess\.(?:argv|title)\b[^\n;]*(?:["'\`/][^\n;]*)(?:\.(?:test|spec)\b|\bnode_modules\b|--test\b|__tests__)`,
        String.raw`\.stack\b[\s\S]{0,200}?["'\`/][^\n]{0,40}(?:\.(?:test|spec)\b|__tests__|\b(?:tests?|checks?|specs?)\/|\bnode:internal)`,
        String.raw`\bDUALGATE_\w+`,
      ],
      python: [
        String.raw`["']unittest(?:\.\w+)?["']\s+(?:not\s+)?in\s+sys\.modules`,
        String.raw`\bsys\.modules(?:\.get\s*\(|\s*\[)\s*["']unittest`,
        String.raw`\b(?:inspect\.(?:stack|currentframe)|sys\._getframe|traceback\.(?:extract_stack|format_stack|walk_stack))\b[\s\S]{0,400}?["'][^"'\n]*(?:test_|_test|\btest|unittest)`,
        String.raw`["'][^"'\n]*(?:test_|_test|\btest|unittest)[^"'\n]*["']\s+in\b[^\n]*\b(?:inspect\.stack|traceback\.\w+_stack)\b`,
        String.raw`\bDUALGATE_\w+`,
      ],
      golang: [String.raw`"DUALGATE_\w+`],
      rust: [String.raw`"DUALGATE_\w+`],
    },
  },
};
