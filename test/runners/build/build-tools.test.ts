import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/read-config/parse-config.ts';
import { detectProject } from '../../../src/doctor/init/find-packages.ts';
import { renderConfig } from '../../../src/doctor/init/render-config.ts';
import { aFolder, aPackage } from '../../doctor/init/a-folder.ts';

const GEMS = "source 'https://example.org'\ngem 'minitest'\n";
const detect = async (files: Readonly<Record<string, string>>) => {
  const { runner, command, report, files: globs, language, missing } = await detectProject(aFolder(files));
  return { runner, command: command?.join(' '), report, files: globs, language, missing };
};

describe('a build tool whose runner writes JUnit XML', () => {
  it.each([
    ['Maven', { 'pom.xml': '<project/>' }, 'mvn -B test', 'target/surefire-reports/TEST-*.xml', 'src/test/**'],
    [
      'Maven with modules and a wrapper',
      { 'pom.xml': '<project><modules/><modules><module>a</module></modules></project>', mvnw: '' },
      './mvnw -B --fail-at-end test',
      '**/target/surefire-reports/TEST-*.xml',
      '**/src/test/**',
    ],
    [
      'Gradle',
      { 'build.gradle.kts': '' },
      'gradle test --rerun-tasks --no-build-cache',
      'build/test-results/test/*.xml',
      'src/test/**',
    ],
    [
      'Gradle with subprojects and a wrapper',
      { 'settings.gradle': "rootProject.name = 'a'\ninclude 'b'\n", gradlew: '' },
      './gradlew test --rerun-tasks --no-build-cache --continue',
      '**/build/test-results/test/*.xml',
      '**/src/test/**',
    ],
    [
      'Minitest with a reporter of its own',
      { Gemfile: GEMS, 'Gemfile.lock': '', 'test/test_helper.rb': 'Minitest::Reporters.use! [JUnitReporter.new]' },
      'bundle exec rake test',
      'test/reports/*.xml',
      'test/**',
    ],
  ])('%s: is run with its reports and its test files', async (_name, files, command, report, glob) => {
    expect(await detect(files)).toMatchObject({ runner: 'junit', command, report, files: [glob] });
  });

  it.each([
    ['Bun', { ...aPackage({}), 'bun.lock': '' }, 'bun test --reporter=junit --reporter-outfile={report}', 'bun'],
    ['Deno', { 'deno.json': '{}' }, 'deno test --junit-path={report}', 'deno'],
    [
      'Deno with a task',
      { 'deno.jsonc': '{ // tasks\n  "tasks": { "test": "deno lint && deno test --allow-read --coverage=cov" } }' },
      'deno test --junit-path={report} --allow-read',
      'deno',
    ],
    [
      'Deno with a task that has a description',
      { 'deno.json': '{ "tasks": { "test": { "description": "all", "command": "deno test -A" } } }' },
      'deno test --junit-path={report} -A',
      'deno',
    ],
  ])('%s: reports where dualgate asks for it', async (_name, files, command, language) => {
    expect(await detect(files)).toMatchObject({ runner: 'junit', command, language, report: undefined });
  });

  it('is not asked where an installed runner runs the tests', async () => {
    const files = { ...aPackage({ devDependencies: { vitest: '*' } }), 'bun.lock': '' };
    expect(await detect(files)).toMatchObject({ runner: 'vitest', command: 'npx vitest run' });
    expect(await detect({ Gemfile: "gem 'rails'\ngem 'rspec-rails'\n", 'spec/a_spec.rb': '' })).toMatchObject({
      runner: 'rspec',
    });
  });

  it('Minitest: without a gem that reports, a person has to add one', async () => {
    const found = await detect({ Gemfile: GEMS, 'test/sum_test.rb': '' });
    expect(found.missing).toBe(
      'Minitest needs a gem to write JUnit XML. Add minitest-junit to the Gemfile, and run bundle install.',
    );
    expect(await detect({ Gemfile: `${GEMS}gem 'minitest-junit'\n`, 'Gemfile.lock': '' })).toMatchObject({
      missing: undefined,
      command: expect.stringMatching(/^bundle exec ruby -Ilib -Itest -e .* -- --junit --junit-filename=\{report\}$/),
    });
  });

  it.each([
    { 'pom.xml': '<project/>' },
    { 'build.gradle': '' },
    { 'deno.json': '{}' },
    { Gemfile: GEMS, 'test/sum_test.rb': '' },
    { ...aPackage({}), 'bun.lockb': '' },
  ])('gets a config that parses: %o', async (files) => {
    const text = renderConfig(await detectProject(aFolder(files)), [{ use: 'claude' }]);
    const [suite] = parseConfig(text, { path: '/project/dualgate.yaml', readFile: () => '' }).tests.suites;
    expect(suite?.runner).toBe('junit');
  });
});

describe('the examples in the comments of a config', () => {
  it.each([
    ['Python', { 'pytest.ini': '' }, ['#   types: mypy .', '#   lint: ruff check .']],
    ['Go', { 'go.mod': '' }, ['#   build: go build ./...', '#   lint: go vet ./...']],
    ['Rust', { 'Cargo.toml': '' }, ['#   build: cargo build', '#   lint: cargo clippy -- -D warnings']],
    ['Ruby', { Gemfile: '' }, ['#   lint: bundle exec rubocop']],
    ['JavaScript', aPackage({}), ['#   build: npm run build', '#   lint: npx eslint .']],
    ['an unknown language', {}, ['#   build: make', '#   lint: ./lint.sh']],
  ])('are tools of the language: %s', async (_name, files, examples) => {
    const lines = renderConfig(await detectProject(aFolder(files))).split('\n');
    const from = lines.indexOf('# checks:');
    expect(lines.slice(from + 1, lines.indexOf('', from))).toEqual(examples);
  });
});
