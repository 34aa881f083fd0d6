import { watch } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rspecRunner } from '../../../src/runners/rspec/rspec.runner.ts';
import { MANY, whySkipped } from '../find-tool.ts';
import { makeProject, runIn, WHOLE, withoutTimes } from '../project.ts';
import { inTurn } from '../../pick-some.ts';
import { group, hasRSpec, runFiles, runSpec, SPEC } from './rspec-project.ts';

const slow = inTurn(2, test);
const NO_END = 'the report has no end: the test runner was killed or exited early';

describe.skipIf(!hasRSpec)(`a run of rspec${whySkipped(hasRSpec, 'rspec')}`, { timeout: 180_000 }, () => {
  slow('tells of passing, failing, skipped and pending examples by file and name', async () => {
    const found = await runSpec(
      group(
        `it('adds') { expect(1 + 1).to eq(2) }`,
        `it('fails') { expect(1 + 1).to eq(3) }`,
        `it('raises') { raise ArgumentError, "no \\u00e4 \\e[31mred\\e[0m \\xff" }`,
        `it { expect(2).to eq(2) }`,
        `it 'later'`,
        `xit('off') { raise 'no' }`,
        `it('skips') { skip 'not here' }`,
        `it('is pending') { pending 'later'; raise 'no' }`,
        `it('is fixed') { pending 'later' }`,
        `context('with a hook') { before(:context) { raise 'hook broke' }; it('waits') {} }`,
        `shared_examples('of all') { it('shares') {} }`,
        `it_behaves_like 'of all'`,
      ),
    );
    const file = SPEC;
    expect(found).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [
        { file, name: 'a > adds', state: 'passed' },
        {
          file,
          name: 'a > fails',
          state: 'failed',
          message: `expected: 3\n     got: 2\n\n(compared using ==)\n${file}:3`,
          failure: 'assertion',
        },
        { file, name: 'a > raises', state: 'failed', message: `ArgumentError: no ä red \uFFFD\n${file}:4` },
        { file, name: 'a > example 1:4', state: 'passed' },
        { file, name: 'a > later', state: 'skipped' },
        { file, name: 'a > off', state: 'skipped' },
        { file, name: 'a > skips', state: 'skipped' },
        { file, name: 'a > is pending', state: 'skipped' },
        { file, name: 'a > is fixed', state: 'failed', message: expect.stringContaining('but it passed') },
        { file, name: 'a > with a hook > waits', state: 'failed', message: `RuntimeError: hook broke\n${file}:11` },
        { file, name: 'a > behaves like of all > shares', state: 'passed' },
      ],
    });
  });

  slow('reports what a focus, a tag or -e leave out as skipped', async () => {
    const two = group(`it('one', :focus) {}`, `it('two') {}`);
    const states = [
      { name: 'a > one', state: 'passed' },
      { name: 'a > two', state: 'skipped' },
    ];
    const focused = { [SPEC]: `RSpec.configure { |config| config.filter_run_when_matching :focus }\n${two}` };
    for (const found of [
      await runFiles(focused),
      await runSpec(two, '--tag', 'focus'),
      await runSpec(two, '-e', 'one'),
    ]) {
      expect(found.report_complete).toBe(true);
      expect([...found.tests].sort((a, b) => (a.name < b.name ? -1 : 1))).toMatchObject(states);
    }
    const nothing = await runSpec(two, '-e', 'nothing');
    expect([nothing.report_complete, nothing.tests.map(({ state }) => state)]).toEqual([true, ['skipped', 'skipped']]);
  });

  slow('counts a file that does not load, and runs nothing then', async () => {
    const found = await runFiles({
      'spec/broken_spec.rb': `require 'nowhere'\n`,
      'spec/wrong_spec.rb': `describe(\n`,
      [SPEC]: group(`it('adds') {}`),
    });
    expect([found.report_complete, found.exit_code, found.load_failures]).toEqual([
      true,
      1,
      [
        { file: 'spec/broken_spec.rb', message: expect.stringContaining('cannot load such file -- nowhere') },
        { file: 'spec/wrong_spec.rb', message: expect.stringContaining('SyntaxError') },
      ],
    ]);
    expect(found.tests.filter(({ state }) => state !== 'skipped')).toEqual([]);
  });

  slow('has an unhandled error for hooks of a suite and of a group that break after their examples', async () => {
    const found = await runSpec(
      `RSpec.configure { |config| config.after(:suite) { raise 'suite broke' } }\n${group(
        `after(:context) { raise 'group broke' }`,
        `it('adds') {}`,
      )}`,
    );
    expect([found.exit_code, found.tests.map(({ state }) => state), found.unhandled_errors]).toEqual([
      1,
      ['passed'],
      [expect.stringContaining('group broke'), expect.stringContaining('suite broke')],
    ]);
  });

  test.each([
    ['exit(0)', 'exit(0)', 0, 'the test "a > two" never ended, and 1 more'],
    ['exit!(0)', 'exit!(0)', 0, NO_END],
    ['a signal', 'Process.kill(:KILL, Process.pid)', null, NO_END],
  ])('that an example ends by %s is not complete', async (_how, code, exit_code, problem) => {
    const found = await runSpec(group(`it('one') {}`, `it('two') { ${code} }`, `it('three') {}`));
    expect([found.exit_code, found.report_complete, found.tests.length, found.problems.at(-1)]).toEqual([
      exit_code,
      false,
      1,
      problem,
    ]);
  });

  slow('that is left while a file is loaded, or cut short by --fail-fast, or dry, is not complete', async () => {
    const left = await runSpec(`exit(0)\n`);
    expect([left.report_complete, left.problems]).toEqual([
      false,
      [`${SPEC}: the process was left while this file was loaded`, NO_END],
    ]);
    const two = group(`it('one') { raise 'no' }`, `it('two') {}`);
    const bailed = await runSpec(two, '--fail-fast');
    expect([bailed.report_complete, bailed.problems]).toEqual([false, ['the test "a > two" never ended']]);
    const dry = await runSpec(two, '--dry-run');
    expect([dry.report_complete, dry.problems]).toEqual([false, ['rspec was told to run no test (--dry-run)']]);
  });

  slow('that says no after its last example, and names no failure, is not explained', async () => {
    const found = await runSpec(`at_exit { exit!(3) }\n${group(`it('one') {}`)}`);
    expect([found.exit_code, found.report_complete, found.unhandled_errors]).toEqual([
      3,
      true,
      ['the test run exited with code 3, but its report contains no failure'],
    ]);
  });

  slow('of no specs, or of one that is not there yet, is a whole report of nothing', async () => {
    expect(await runFiles({})).toEqual(WHOLE);
    expect(await runFiles({ [SPEC]: '' })).toEqual(WHOLE);
    expect(await runFiles({}, 'spec/later_spec.rb')).toEqual({ ...WHOLE, exit_code: 1 });
    const glob = await runFiles({ [SPEC]: '' }, 'spec/**/*_spec.rb');
    expect(glob.problems).toEqual([
      expect.stringContaining("the test command's glob spec/**/*_spec.rb matches no file"),
    ]);
  });

  slow('that hangs is ended by the time limit, and one that is cancelled at once', async () => {
    const workspace = await makeProject({
      [SPEC]: group(`it('waits') { File.write('started', ''); sleep }`),
    });
    const suite = { command: ['rspec'], runner: 'rspec' } as const;
    const hanging = await runIn(workspace, { ...suite, timeoutMs: 4_000 });
    expect([hanging.ended, hanging.exit_code, hanging.report_complete]).toEqual(['timed_out', null, false]);
    const cancel = new AbortController();
    const watcher = watch(workspace, (_event, name) => {
      if (name === 'started') cancel.abort();
    });
    const cancelled = await runIn(workspace, suite, { signal: cancel.signal });
    watcher.close();
    expect([cancelled.ended, cancelled.report_complete]).toEqual(['cancelled', false]);
  });

  slow('tells of an example while the next one still waits', async () => {
    const workspace = await makeProject({
      [SPEC]: group(`it('first') {}`, `it('waits') { sleep 0.02 until File.exist?('told') }`),
    });
    const told: string[] = [];
    const found = await runIn(
      workspace,
      { command: ['rspec'], runner: 'rspec', timeoutMs: 50_000 },
      {
        onTest: ({ name }, counts) => {
          told.push(`${name}: ${counts.suite_passing}`);
          void writeFile(join(workspace, 'told'), '');
        },
      },
    );
    expect([found.ended, told]).toEqual(['exited', ['a > first: 1', 'a > waits: 2']]);
  });

  slow('works behind a script, and keeps the formatter of .rspec, RUBYOPT and RUBYLIB of the config', async () => {
    const asks = `[RUBY_VERSION && ENV.values_at('RUBYOPT', 'RUBYLIB'), $LOAD_PATH.grep(/rspec\\/ruby/), ENV.keys.grep(/DUALGATE/)]`;
    const workspace = await makeProject(
      {
        '.rspec': '--require spec_helper\n--format documentation\n--out printed.txt\n--format progress\n',
        'spec/spec_helper.rb': `require 'helper'\nSEEN = ${asks}\n`,
        'lib/helper.rb': 'VALUE = 1\n',
        [SPEC]: group(`it('adds') { expect(SEEN).to eq [['-W0', 'lib'], [], []] }`),
        'package.json': '{"scripts":{"test":"rspec"}}',
      },
      'a folder with blanks',
    );
    const output = { stdout: join(workspace, '../out.txt'), stderr: join(workspace, '../err.txt') };
    const env = { RUBYLIB: 'lib', RUBYOPT: '-W0' };
    const found = await runIn(workspace, { command: ['npm', 'test'], runner: 'rspec' }, { env, output });
    expect(withoutTimes(found)).toEqual({ ...WHOLE, tests: [{ file: SPEC, name: 'a > adds', state: 'passed' }] });
    expect(await readdir(workspace)).toContain('printed.txt');
    expect((await readdir(resolve(import.meta.dirname, '../../../src/runners/rspec/ruby'))).sort()).toEqual([
      'dualgate_failure.rb',
      'dualgate_report_file.rb',
      'dualgate_rspec.rb',
      'dualgate_tamper.rb',
      'dualgate_watch.rb',
    ]);
  });

  test(`of ${MANY} examples is counted whole`, { timeout: 240_000 }, async () => {
    const workspace = await makeProject({ [SPEC]: group(`${MANY}.times { |n| it("example #{n}") {} }`) });
    const found = await runIn(workspace, { command: ['rspec'], runner: 'rspec', timeoutMs: 230_000 });
    expect([found.report_complete, found.tests.length]).toEqual([true, MANY]);
  });
});

describe('the gems of RSpec within the workspace', () => {
  test('are held, and no others', async () => {
    const place = 'vendor/bundle/ruby/3.1.0/gems';
    const workspace = await makeProject({
      [`${place}/rspec-core-3.13.0/lib/rspec/core.rb`]: '',
      [`${place}/rails-7.0.0/lib/rails.rb`]: '',
    });
    expect(await rspecRunner.frozen?.installed?.(workspace)).toEqual([join(workspace, place, 'rspec-core-3.13.0/**')]);
  });
});
