/**
 * RSpec 3: our reporter comes by RUBYOPT and RUBYLIB, so that it is there behind any launcher and before what `.rspec`
 * requires. It takes both words out again, and the formatters of the user stay.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENV_FILES, placeInHome, placeReporter } from '../runner-places.ts';
import type { Runner } from '../runner.ts';
import { selectFiles } from '../command/select-files.ts';
import { readText } from '../../base/files/open-plain.ts';
import { namesIn } from '../../base/files/folders.ts';

const FOLDER = fileURLToPath(placeReporter('rspec/ruby'));
const WITH_VALUE = (
  '-I -r --require -O --options --order --seed -f --format -o --out --deprecation-out -P --pattern --exclude-pattern -e --example -E ' +
  '--example-matches -t --tag --default-path --failure-exit-code --error-exit-code --drb-port'
).split(' ');

const OPTION_OF_SET_UP = /^(?:-[Irfw]|--(?:require|format|warnings|color|order|default-path))$/;

/** RSpec runs what stands between marks of ERB. */
const isPlainOptions = (text: string): boolean =>
  !/<%|\\/.test(text) &&
  text
    .replaceAll(/["']/g, '')
    .split(/[\s=]+/)
    .every((word) => !word.startsWith('-') || OPTION_OF_SET_UP.test(word));

export const rspecRunner: Runner = {
  report: 'file',
  refused: {
    program: /^rspec$/,
    options: { failed: '--only-failures --next-failure -n' },
    variables: ['SPEC_OPTS'],
    files: { '.rspec': /([\s\S]+)/g, '.rspec-local': /([\s\S]+)/g },
  },
  // A spec of the command that is not there yet; of any other file that does not load there is a report.
  saysNoTests: (said) => /^An error occurred while loading .+_spec\.rb\./m.test(said) && /^LoadError:$/m.test(said),
  leavesGlob: (said, glob) => said.includes(`An error occurred while loading ./${glob.replace(/^\.\//, '')}.`),
  isFoundIn: ({ program }) => program === 'rspec',
  // `-w` switches warnings on.
  watchWords: [],
  // With numbers of lines or ids behind it, a word is no file.
  select: (command, files, folder) =>
    files.some((file) => /[:[\]*?{}]/.test(file))
      ? null
      : selectFiles(command, files, folder, { withValue: WITH_VALUE }),
  detect: {
    isInScript: (words) => words.includes('rspec'),
    fromScript: (words) => words,
    drops: { failFast: ['--fail-fast'] },
    overrule: { files: ['.rspec'], says: /^\s*--fail-fast\b/m, option: '--no-fail-fast' },
    language: 'ruby',
    isIn: (folder) => usesRSpec(folder),
    command: (folder) => (existsSync(join(folder, 'Gemfile.lock')) ? ['bundle', 'exec', 'rspec'] : ['rspec']),
  },
  frozen: {
    everywhere: ['.rspec'],
    setUp: { '.rspec': isPlainOptions },
    options: ['r', 'require'],
    // A gem may read them.
    readBy: [{ files: ENV_FILES, words: /\brspec\b/ }],
    // Bundler decides with these which RSpec is loaded, and what before it.
    atRoot: '.rspec-local Gemfile Gemfile.lock gems.rb gems.locked .bundle/config .ruby-version'.split(' '),
    installed: (workspace) => findGems(workspace),
    above: ['Gemfile', 'Gemfile.lock', 'gems.rb', 'gems.locked', '.bundle/config'],
    inHome: () => [
      join(homedir(), '.rspec'),
      join(placeInHome('XDG_CONFIG_HOME', '.config'), 'rspec/options'),
      join(placeInHome('BUNDLE_USER_HOME', '.bundle'), 'config'),
    ],
    variables: ['SPEC_OPTS', 'RUBY\\w+', 'GEM_\\w+', 'BUNDLE_\\w+'],
  },
  prepare: (command, _workspace, _nodeOptions, env = {}) => {
    const { RUBYLIB = '', RUBYOPT = '' } = env;
    return {
      command,
      env: {
        RUBYLIB: [FOLDER, RUBYLIB].filter((part) => part !== '').join(delimiter),
        RUBYOPT: `-rdualgate_rspec ${RUBYOPT}`.trim(),
      },
    };
  },
};

/** The gems of RSpec that Bundler has put into the workspace; those of the system are not an agent's to write. */
const findGems = async (workspace: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const place of ['vendor/bundle/ruby', '.bundle/ruby']) {
    for (const version of namesIn(join(workspace, place))) {
      const gems = join(workspace, place, version, 'gems');
      const ofRSpec = namesIn(gems).filter((name) => /^(?:rspec(?:-\w+)*|diff-lcs|super_diff)-\d/.test(name));
      found.push(...ofRSpec.map((name) => join(gems, name, '**')));
    }
  }
  return found;
};

const usesRSpec = async (folder: string): Promise<boolean> => {
  if (existsSync(join(folder, '.rspec'))) return true;
  const isNamed = ['Gemfile', 'gems.rb'].some((name) => /\brspec\b/.test(readText(join(folder, name)) ?? ''));
  return isNamed && (await hasSpecs(join(folder, 'spec')));
};

const hasSpecs = async (folder: string): Promise<boolean> =>
  (await readdir(folder, { recursive: true }).catch((): string[] => [])).some((name) => name.endsWith('_spec.rb'));
