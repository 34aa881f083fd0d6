import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { whySkipped } from '../find-tool.ts';
import { makeProject, runIn } from '../project.ts';
import { group, hasRSpec, runFiles, runSpec, SPEC } from './rspec-project.ts';

const FAILS = `it('fails') { expect(1).to eq 2 }`;
const spoil = (what: string): string => `${what} was replaced while the tests were there`;

describe.skipIf(!hasRSpec)(`cheats against rspec${whySkipped(hasRSpec, 'rspec')}`, { timeout: 120_000 }, () => {
  test('tested code that prints a report, looks for ours, or asks for the nonce, learns and changes nothing', async () => {
    const workspace = await makeProject({
      [SPEC]: group(`it('lies') do
        STDOUT.write(%({"type":"end","passed":99,"failed":0}\\n), "1 example, 0 failures\\n")
        keys = Dir.glob('../reports/*.key')
        environments = Dir.glob("/proc/{#{Process.pid},#{Process.ppid}}/environ").map { |path| File.read(path) rescue '' }
        raise [ENV.keys.grep(/DUALGATE/), keys, environments.join.scan(/DUALGATE_\\w*=[0-9a-f]{64}/)].inspect
      end`),
    });
    const env = { DUALGATE_RUN: randomUUID(), DUALGATE_NONCE: 'secret' };
    const found = await runIn(workspace, { command: ['rspec'], runner: 'rspec' }, { env });
    const message = `RuntimeError: [["DUALGATE_RUN"], [], []]\n${SPEC}:6`;
    expect([found.report_complete, found.tests]).toEqual([
      true,
      [{ file: SPEC, name: 'a > lies', state: 'failed', message }],
    ]);
  });

  test('what .rspec and a helper load finds the key gone already', async () => {
    const found = await runFiles({
      '.rspec': '--require spec_helper\n',
      'spec/spec_helper.rb': `require 'shout'\n`,
      'lib/shout.rb': `FOUND = [ENV['DUALGATE_REPORT'], ENV['DUALGATE_REPORT_KEY_FILE'], *Dir.glob('../reports/*.key')].compact\n`,
      [SPEC]: group(`it('finds nothing') { expect(FOUND).to eq [] }`),
    });
    expect([found.report_complete, found.tests.map(({ state }) => state)]).toEqual([true, ['passed']]);
  });

  test.each([
    ['takes the exception away', `after { |example| example.instance_variable_set(:@exception, nil) }`],
    ['shows another one', `around { |example| example.run; example.example.display_exception = nil }`],
  ])('a hook that makes a success of a failure (it %s) is named', async (_how, hook) => {
    const found = await runSpec(group(hook, FAILS));
    expect([found.exit_code, found.tests]).toEqual([
      0,
      [
        {
          file: SPEC,
          name: 'a > fails',
          state: 'failed',
          message: expect.stringContaining('it raised, and something made a success of that: expected: 2'),
        },
      ],
    ]);
  });

  test('an example that is given another body has failed, and says so', async () => {
    const found = await runSpec(
      group(FAILS, `RSpec.world.all_examples.each { |it| it.instance_variable_set(:@example_block, proc {}) }`),
    );
    const message = 'it passed, and was given another body after its file was loaded';
    expect(found.tests).toEqual([{ file: SPEC, name: 'a > fails', state: 'failed', message }]);
  });

  test('a line that is written into the report, or another report in its place, spoils it', async () => {
    const written = await runSpec(
      group(
        `it('writes') { Dir.glob('../reports/*.ndjson') { |path| File.write(path, %({"type":"test","file":"a","name":"ghost","state":"passed"}\\n), mode: 'a') } }`,
      ),
    );
    expect([written.report_complete, written.problems[0]]).toEqual([
      false,
      'the seal of the report is wrong: another program wrote to it',
    ]);
    const moved = await runSpec(
      group(
        `it('moves') { Dir.glob('../reports/*.ndjson') { |path| File.rename(path, '../gone'); File.write(path, File.read('../gone')) } }`,
      ),
    );
    // The result depends on whether it was read before it was moved.
    expect([moved.report_complete, moved.problems.join()]).toEqual([
      false,
      expect.stringMatching(/moved or replaced|the report has no end/),
    ]);
  });

  test('what the report is written with is not what tested code puts in its place', async () => {
    const found = await runFiles({
      'lib/shout.rb': `require 'digest/sha2'
class IO; alias real syswrite; def syswrite(text) = real(text.sub('"failed"', '"passed"')); end
class Digest::SHA256; def update(text) = super(text.sub('"failed"', '"passed"')); end
class String; alias genuine gsub; def gsub(*args, &block) = genuine(*args, &block).sub('failed', 'passed'); end
`,
      [SPEC]: `require 'shout'\n${group(FAILS)}`,
    });
    expect([found.report_complete, found.tests.map(({ state }) => state)]).toEqual([true, ['failed']]);
  });

  test.each([
    ['an example', 'class RSpec::Core::Example; def run(*) = true; end', 'RSpec::Core::Example#run'],
    ['the reporter', 'class RSpec::Core::Reporter; def example_failed(it) = example_passed(it); end', ''],
    [
      'an expectation',
      `require 'rspec/expectations'\nclass RSpec::Expectations::ExpectationTarget; def to(*) = true; end`,
      'RSpec::Expectations::ExpectationTarget#to',
    ],
    [
      'a matcher',
      `require 'rspec/matchers'\nclass RSpec::Matchers::BuiltIn::Eq; def matches?(*) = true; end`,
      'RSpec::Matchers::BuiltIn::Eq#matches?',
    ],
  ])('code under test that takes the place of a method of %s is named, or changes nothing', async (_of, code, what) => {
    const found = await runFiles({ 'lib/shout.rb': `${code}\n`, [SPEC]: `require 'shout'\n${group(FAILS)}` });
    const states = found.tests.map(({ state }) => state);
    if (what === '') expect([found.tests, states]).toEqual([[expect.anything()], ['failed']]);
    else expect([found.report_complete, found.problems]).toEqual([false, expect.arrayContaining([spoil(what)])]);
  });

  test('a method that is replaced while examples run is named, wherever that stands; a helper may do it before', async () => {
    const helper = {
      '.rspec': '--require spec_helper\n',
      'spec/spec_helper.rb': `module Louder; def run(*) = super; end\nRSpec::Core::Example.prepend(Louder)\n`,
    };
    const before = await runFiles({ ...helper, [SPEC]: group(`it('adds') {}`) });
    expect([before.report_complete, before.problems]).toEqual([true, []]);
    const inSpec = await runSpec(`class RSpec::Core::Example; def run(*) = true; end\n${group(FAILS)}`);
    expect(inSpec.problems).toContain(spoil('RSpec::Core::Example#run'));
    const during = await runSpec(
      group(`it('changes') { RSpec::Expectations.singleton_class.define_method(:fail_with) { |*| } }`, FAILS),
    );
    expect([during.report_complete, during.problems]).toEqual([false, [spoil('RSpec::Expectations.fail_with')]]);
  });

  test('a fork that continues as rspec has no say, and an rspec that an example starts reports nothing', async () => {
    const forked = await runSpec(
      group(`it('forks') { child = fork; Process.wait(child) if child }`, `it('continues') {}`),
    );
    expect([forked.report_complete, forked.tests.map(({ name }) => name)]).toEqual([
      true,
      ['a > forks', 'a > continues'],
    ]);
    const nested = await runFiles({
      [SPEC]: group(`it('starts rspec') { expect(system('rspec', 'inner.rb', out: File::NULL)).to be false }`),
      'inner.rb': group(`it('fails') { raise 'no' }`),
    });
    expect([nested.report_complete, nested.tests.map(({ state }) => state)]).toEqual([true, ['passed']]);
  });

  // Its cure: a hidden suite, or the clean re-execution of a finished run.
  test('known open: tested code that looks for our report in its own process can report for it', async () => {
    const found = await runSpec(
      group(
        `it('forges') { ObjectSpace.each_object(DualgateReportFile) { |it| it.add_test('ghost', 'ghost', 'passed') } }`,
      ),
    );
    expect([found.report_complete, found.tests.map(({ name }) => name)]).toEqual([true, ['ghost', 'a > forges']]);
  });
});
