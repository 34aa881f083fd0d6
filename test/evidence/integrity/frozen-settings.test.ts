import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, describe } from 'vitest';
import { findForeignState, readTestSettings } from '../../../src/evidence/integrity/frozen-settings.ts';
import { writeView } from '../../../src/ledger/write-view.ts';
import { aFolder, write } from '../a-repository.ts';

/** Whether the part that is frozen differs. */
const isHeld = (file: string, before: string, after: string): boolean =>
  readTestSettings(file, before) !== readTestSettings(file, after);

const dependency = (name: string, more = ''): string =>
  `<dependency><groupId>${name}</groupId><artifactId>${name}</artifactId>${more}</dependency>`;
const POM = `<project><dependencies>\n${dependency('a')}\n${dependency('junit', '<scope>test</scope>')}\n</dependencies>
<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId>
<dependencies>${dependency('provider')}</dependencies></plugin></plugins></build></project>\n`;
const GRADLE = `plugins { id 'java' }\ndependencies {\n  implementation 'a:a:1'\n  testImplementation 'junit:junit:4'\n}\ntest { useJUnit() }\n`;
const TSCONFIG = '{ // a comment\n "compilerOptions": { "strict": true, "paths": { "#a": ["./a.ts"] }, }, }\n';

describe('the frozen part of a file that describes how a project is built', () => {
  test.each([
    ['an option of surefire', 'pom.xml', POM, POM.replace('surefire-plugin<', 'surefire-plugin<!-- --><skip/><')],
    ['the program that runs the tests', 'pom.xml', POM, POM.replaceAll('provider', 'blind')],
    ['what only tests use', 'pom.xml', POM, POM.replaceAll('junit', 'blind')],
    [
      'a property',
      'pom.xml',
      POM,
      POM.replace('<build>', '<properties><skipTests>true</skipTests></properties><build>'),
    ],
    ['the parent', 'pom.xml', POM, POM.replace('<build>', '<parent/><build>')],
    ['a filter of tests', 'build.gradle', GRADLE, GRADLE.replace('useJUnit()', "exclude '**'")],
    [
      'the same in the place of a dependency',
      'build.gradle',
      GRADLE,
      GRADLE.replace("'a:a:1'", "'a:a:1'; test.enabled = false"),
    ],
    ['what only tests use', 'build.gradle.kts', GRADLE, GRADLE.replace('junit:4', 'junit:5')],
    ['a property that is handed to tests', 'gradle.properties', 'version=1\n', 'version=1\nsystemProp.skip=true\n'],
    ['where a name leads to', 'tsconfig.json', TSCONFIG, TSCONFIG.replace('./a', './b')],
    ['what it extends', 'tsconfig.json', TSCONFIG, TSCONFIG.replace('{ //', '{ "extends": "./b.json", //')],
    [
      'what ts-node loads',
      'tsconfig.json',
      TSCONFIG,
      TSCONFIG.replace('{ //', '{ "ts-node": { "require": ["./b"] }, //'),
    ],
    ['what nobody can read', 'tsconfig.json', TSCONFIG, `${TSCONFIG}}`],
    ['a variable of a runner', '.env', 'PORT=1\n', 'PORT=1\nexport PYTEST_ADDOPTS=-k x\n'],
    ['a library that is loaded before all', '.env', '', 'LD_PRELOAD=./a.so\n'],
  ])('includes %s (%s)', (_what, file, before, after) => expect(isHeld(file, before, after)).toBe(true));

  test.each([
    ['a dependency', 'pom.xml', POM, POM.replace('<dependencies>\n', `<dependencies>\n${dependency('b')}\n`)],
    [
      'its version',
      'pom.xml',
      POM,
      POM.replace('</groupId><artifactId>a<', '</groupId><version>2</version><artifactId>a<'),
    ],
    ['a dependency', 'build.gradle', GRADLE, GRADLE.replace("1'\n", "1'\n  api('b:b:1.0')\n")],
    [
      'a dependency of a catalogue',
      'build.gradle.kts',
      GRADLE,
      GRADLE.replace("1'\n", "1'\n  implementation(libs.b.core)\n"),
    ],
    ['a version', 'gradle.properties', 'version=1\n', 'version=1.1-SNAPSHOT\nbVersion=2\n'],
    ['how strict a compiler is', 'tsconfig.json', TSCONFIG, TSCONFIG.replace('true', 'false')],
    [
      'a base that is installed',
      'tsconfig.json',
      TSCONFIG,
      TSCONFIG.replace('{ //', '{ "extends": "@tsconfig/node20", //'),
    ],
    ['a comment', 'tsconfig.json', TSCONFIG, TSCONFIG.replace('a comment', '"paths": none')],
    ['a variable of the product', '.env', 'PORT=1\n', 'PORT=2\nNAME=b\n'],
  ])('leaves %s to the agent (%s)', (_what, file, before, after) => expect(isHeld(file, before, after)).toBe(false));
});

const WORD = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('locks and drafts that a kill at any moment leaves are dualgate’s own; any other file is named', async () => {
  const folder = await aFolder();
  const run = '.dualgate/runs/20260113-100000-aaaaaa';
  const left = [
    '.dualgate/.gitignore',
    '.dualgate/current',
    '.dualgate/lock',
    `.dualgate/lock.${WORD}`,
    '.dualgate/lock.0123456789abcdef',
    `.dualgate/lock.0123456789abcdef.${WORD}`,
    '.dualgate/detached-20260113-100000.log',
    '.dualgate/smoke-test/red-1-1.stdout',
    `${run}/ledger.jsonl`,
    `${run}/ledger.torn-2`,
  ];
  await write(folder, Object.fromEntries(left.map((path) => [path, ''])));
  expect(await findForeignState(folder)).toEqual([]);
  await write(folder, {
    '.dualgate/detached-20260113-100000.log.js': '',
    '.dualgate/lock.js': '',
    '.dualgate/.lock.tmp': '',
    '.dualgate/mutation-check/index.js': '',
    [`${run}/ledger.torn-x`]: '',
  });
  expect(await findForeignState(folder)).toEqual([
    '.dualgate/.lock.tmp',
    '.dualgate/detached-20260113-100000.log.js',
    '.dualgate/lock.js',
    '.dualgate/mutation-check/index.js',
    `${run}/ledger.torn-x`,
  ]);
});

test.each([
  'current',
  'STATE.md',
  `lock.${WORD}`,
  `lock.0123456789abcdef.${WORD}`,
  'runs/20260113-100000-aaaaaa/status.json',
  'runs/20260113-100000-aaaaaa/phase-status.log',
  'lists/current',
  `lists/lock.${WORD}`,
])('a draft of %s, as it is while it is written, is dualgate’s own', async (file) => {
  const folder = await aFolder();
  const path = join(folder, '.dualgate', file);
  const seen: string[] = [];
  const look = function* () {
    seen.push(...readdirSync(dirname(path)));
    yield '';
  };
  writeView(path, look());
  expect(seen).toHaveLength(1);
  const left = seen.map((name) => join('.dualgate', dirname(file), name));
  await write(folder, Object.fromEntries(left.map((name) => [name, ''])));
  expect(await findForeignState(folder)).toEqual([]);
});
