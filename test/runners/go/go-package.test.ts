import { describe, expect, test } from 'vitest';
import { addOutput, endTest, judgePackage, openPackage, startTest } from '../../../src/runners/go/go-package.ts';

const CUT =
  'the test TestA printed no newline at the end of its output, so that go, before 1.20, reports no result of it: let it print one';

/** A test that prints without a newline, as go before 1.20 reports it. */
const begin = (output: string) => {
  const found = openPackage();
  startTest(found, 'TestA');
  addOutput(found, 'TestA', '=== RUN   TestA\n');
  addOutput(found, 'TestA', output);
  return found;
};
const finish = (found: ReturnType<typeof openPackage>) => {
  addOutput(found, '', 'PASS\n');
  found.state = 'passed';
  return judgePackage(found);
};

describe('a test whose output ends without a newline', () => {
  test('is named with what it lacks, once, by the next test and by the end', () => {
    const found = begin('x--- PASS: TestA (0.00s)\n');
    startTest(found, 'TestB');
    endTest(found, 'TestB', 'passed');
    expect(finish(found)).toEqual([CUT]);
    expect(finish(begin('x--- PASS: TestA (0.00s)\n'))).toEqual([CUT]);
  });

  test('stays a problem where a printed event ends it afterwards', () => {
    const found = begin('x--- PASS: TestA (0.00s)\n');
    startTest(found, 'TestB');
    endTest(found, 'TestA', 'passed');
    endTest(found, 'TestB', 'passed');
    expect(finish(found)).toEqual([CUT]);
  });

  test.each(['x\n', 'x--- PASS: TestOther (0.00s)\n'])('is no reason that is given for %j', (output) => {
    const found = begin(output);
    startTest(found, 'TestB');
    endTest(found, 'TestB', 'passed');
    expect(finish(found)).toEqual([
      'the test TestB started inside TestA: other output looks like an event of go test',
      'the test TestA started but never ended',
    ]);
  });
});
