import { expect, test } from 'vitest';
import { judgeEarlier } from '../../../../src/evidence/integrity/earlier/judge-earlier.ts';

/** Twelve names that are gone, and twelve others: more ways to pair them than a machine can try. */
const declare = (prefix: string): string =>
  Array.from({ length: 12 }, (_, at) => `const ${prefix}${at} = ${at};`).join('\n');
const use = (prefix: string): string => Array.from({ length: 12 }, (_, at) => `${prefix}${at}`).join(' + ');
const fileOf = (prefix: string, sum = use(prefix)): string =>
  `${declare(prefix)}\ntest('sums', () => expect(${sum}).toBe(66));\n`;

const judge = async (path: string, before: string, after: string) =>
  (await judgeEarlier([{ path, before, after }], new Map()))[0]?.why ?? null;

test('twelve other names for twelve are found out at once, and another sum under them is not taken', async () => {
  expect(await judge('test/a.test.js', fileOf('old'), fileOf('fresh'))).toBeNull();
  expect(await judge('test/a.test.js', fileOf('old'), fileOf('fresh', '66'))).not.toBeNull();
});

test('a second type with the methods of an earlier one is an addition; another method of the earlier one is none', async () => {
  const go =
    'package a\n\ntype stub struct{}\n\nfunc (s stub) Get() int { return 1 }\n\nfunc TestGet(t *testing.T) { check(t, stub{}) }\n';
  const second = `${go}\ntype failing struct{}\n\nfunc (f failing) Get() int { panic(1) }\n`;
  expect(await judge('a_test.go', go, second)).toBeNull();
  expect(await judge('a_test.go', go, `${go}\nfunc (s stub) More() int { return 2 }\n`)).not.toBeNull();
});

test('a class whose brace stands on a line of its own may get a test', async () => {
  const php =
    '<?php\nclass CartTest extends TestCase\n{\n    public function testAdds()\n    {\n        $this->assertSame(2, add(1, 1));\n    }\n}\n';
  const more = php.replace(
    /\}\n$/,
    '\n    public function testAddsNothing()\n    {\n        $this->assertSame(0, add(0, 0));\n    }\n}\n',
  );
  expect(await judge('tests/CartTest.php', php, more)).toBeNull();
  expect(await judge('tests/CartTest.php', php, more.replace('assertSame(2,', 'assertNotNull('))).not.toBeNull();
});

test('a file of two hundred thousand rows is read', async () => {
  const rows = 'a,b\n'.repeat(200_000);
  const before = "test('adds', () => expect(1).toBe(1));\n";
  const after = "test('adds', () => {});\n";
  const found = await judgeEarlier([{ path: 'test/a.test.js', before, after }], new Map([['tests/data/x.csv', rows]]));
  expect(found.map(({ path }) => path)).toEqual(['test/a.test.js']);
});
