import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { canRun } from '../runners/find-tool.ts';
import { modulesWith } from '../runners/runner-modules.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, type Files, ONE_CHANCE, type Project, SHOUT, STUB } from './a-project.ts';
import { HONEST, honestBut, SAY_YES } from './a-shell-agent.ts';
import { pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

/** One runner that is tried from RED to GREEN. */
interface Row {
  readonly runner: string;
  /** Whether this machine has it, and what a reader of the title is told where it has not. */
  readonly isHere: () => boolean;
  readonly needs: string;
  readonly tests: Readonly<Record<string, unknown>>;
  readonly files: Files;
  readonly red: Files;
  readonly green: Files;
  /** Files in the place of the work: code that ends the suite with exit code 0, or tests that have to fail. */
  readonly lie: Files;
}

const whole = process.env['DUALGATE_WHOLE'] ?? '';
const bun = join(whole, 'node_modules/.bin/bun');

const script = (imports: string, assertion: (is: string, wanted: string) => string): string =>
  [
    imports,
    "import { shout } from '../lib/shout.mjs';",
    `test('AC-1: a word is shouted in capitals', ${assertion("shout('no')?.slice(0, 2)", "'NO'")});`,
    `test('AC-2: a shout ends with one exclamation mark', ${assertion("shout('no!')?.slice(2)", "'!'")});`,
    '',
  ].join('\n');
const EXPECT = (is: string, wanted: string): string => `() => { expect(${is}).toBe(${wanted}); }`;
const IN_JAVASCRIPT = {
  files: { '.gitignore': 'node_modules\n' },
  green: { 'lib/shout.mjs': SHOUT },
  lie: { 'lib/shout.mjs': `process.exit(0);\n${STUB}` },
};

const CPP_STUB = '#include "shout.hpp"\nstd::string shout(const std::string &) { return "...."; }\n';
const IN_CPP = {
  'lib/shout.hpp': '#pragma once\n#include <string>\nstd::string shout(const std::string &word);\n',
};
const CPP_WORK = {
  green: {
    'lib/shout.cpp': `#include "shout.hpp"
#include <cctype>
std::string shout(const std::string &word) {
  std::string loud;
  for (char each : word) if (each != '!') loud += static_cast<char>(std::toupper(each));
  return loud + "!";
}
`,
  },
  lie: {
    'lib/shout.cpp': `#include <cstdlib>\n${CPP_STUB}static const int leaves = (std::_Exit(0), 0);\n`,
  },
};

const CMAKE = `cmake_minimum_required(VERSION 3.16)
project(shout CXX)
enable_testing()
file(GLOB checks CONFIGURE_DEPENDS checks/*.cpp)
foreach(check \${checks})
  get_filename_component(name \${check} NAME_WE)
  add_executable(\${name} \${check} lib/shout.cpp)
  target_include_directories(\${name} PRIVATE lib)
  add_test(NAME \${name} COMMAND \${name})
endforeach()
`;

const nodeOf = (version: number): string => join(whole, `${version}/node_modules/node/bin/node`);

/** A version of Node, which brings its test runner. */
const nodeRow = (version: number): Row => {
  const node = nodeOf(version);
  return {
    runner: `node ${version}`,
    needs: `Node ${version} in DUALGATE_WHOLE`,
    isHere: () => whole !== '' && existsSync(node),
    tests: { command: `${node} --test` },
    ...IN_JAVASCRIPT,
    red: {
      'lib/shout.mjs': STUB,
      'checks/shout.test.mjs': script(
        "import { equal } from 'node:assert/strict';\nimport { test } from 'node:test';",
        (is, wanted) => `() => equal(${is}, ${wanted})`,
      ),
    },
  };
};

const ROWS: readonly Row[] = [
  nodeRow(24),
  nodeRow(26),
  {
    runner: 'bun',
    needs: 'bun in DUALGATE_WHOLE',
    isHere: () => whole !== '' && existsSync(bun),
    tests: {
      command: `${bun} test --reporter=junit --reporter-outfile={report}`,
      runner: 'junit',
      files: ['checks/**'],
    },
    ...IN_JAVASCRIPT,
    files: {
      ...IN_JAVASCRIPT.files,
      'checks/old.test.mjs':
        "import { expect, test } from 'bun:test';\ntest('an old one', () => { expect(1).toBe(1); });\n",
    },
    red: {
      'lib/shout.mjs': STUB,
      'checks/shout.test.mjs': script("import { expect, test } from 'bun:test';", EXPECT),
    },
  },
  {
    runner: 'tape',
    needs: 'tape in DUALGATE_RUNNERS',
    isHere: () => modulesWith('tape') !== null,
    tests: { command: 'node_modules/.bin/tape checks/*.test.mjs', runner: 'tap', files: ['checks/**'] },
    ...IN_JAVASCRIPT,
    files: {
      ...IN_JAVASCRIPT.files,
      'checks/old.test.mjs': "import test from 'tape';\ntest('an old one', (t) => { t.equal(1, 1); t.end(); });\n",
    },
    red: {
      'lib/shout.mjs': STUB,
      'checks/shout.test.mjs': script(
        "import test from 'tape';",
        (is, wanted) => `(t) => { t.equal(${is}, ${wanted}); t.end(); }`,
      ),
    },
  },
  {
    runner: 'mocha',
    needs: 'mocha in DUALGATE_RUNNERS',
    isHere: () => modulesWith('mocha') !== null,
    tests: { command: 'node_modules/.bin/mocha checks/*.test.mjs' },
    ...IN_JAVASCRIPT,
    red: {
      'lib/shout.mjs': STUB,
      'checks/shout.test.mjs': script(
        "import { equal } from 'node:assert/strict';\nimport { it as test } from 'mocha';",
        (is, wanted) => `() => equal(${is}, ${wanted})`,
      ),
    },
  },
  {
    runner: 'vitest --typecheck',
    needs: 'vitest',
    isHere: () => modulesWith('vitest') !== null,
    tests: { command: 'node_modules/.bin/vitest run --typecheck' },
    files: {
      '.gitignore': 'node_modules\n',
      'package.json': '{ "type": "module" }\n',
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "skipLibCheck": true, "types": [], "noEmit": true }, "include": ["lib", "checks"] }\n',
      'lib/one.ts': 'export const one = 1;\n',
      'checks/one.test-d.ts':
        "import { expectTypeOf, test } from 'vitest';\nimport { one } from '../lib/one.js';\ntest('is a number', () => { expectTypeOf(one).toExtend<number>(); });\n",
    },
    red: {
      'lib/shout.ts': "export const shout = (_word: string): string => '...';\n",
      'checks/shout.test.ts': script("import { expect, test } from 'vitest';", EXPECT).replace('.mjs', '.js'),
    },
    green: {
      'lib/shout.ts': "export const shout = (word: string): string => `${word.toUpperCase().replace(/!*$/, '')}!`;\n",
    },
    lie: {
      'lib/shout.ts': "process.exit(0);\nexport const shout = (_word: string): string => '...';\n",
    },
  },
  {
    runner: 'ctest',
    needs: 'cmake and a C++ compiler',
    isHere: () => canRun('ctest', '--version') && canRun('g++', '--version'),
    tests: { command: 'sh suite.sh {report}', runner: 'junit', files: ['checks/**', 'CMakeLists.txt', 'suite.sh'] },
    files: {
      ...IN_CPP,
      '.gitignore': 'build/\n',
      'lib/shout.cpp': CPP_STUB,
      'suite.sh':
        'cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug >/dev/null && cmake --build build >/dev/null && ctest --test-dir build --output-junit "$1"\n',
      'CMakeLists.txt': CMAKE,
      'checks/old.cpp': '#include "shout.hpp"\nint main() { return shout("a").empty() ? 1 : 0; }\n',
    },
    red: {
      'checks/AC-1.cpp': '#include "shout.hpp"\nint main() { return shout("no").substr(0, 2) == "NO" ? 0 : 1; }\n',
      'checks/AC-2.cpp': '#include "shout.hpp"\nint main() { return shout("no!").substr(2) == "!" ? 0 : 1; }\n',
    },
    green: CPP_WORK.green,
    // A test of ctest is an exit code: code that exits with 0 passes there.
    lie: {
      'CMakeLists.txt': CMAKE.replace(
        'endforeach()',
        '  set_tests_properties(${name} PROPERTIES WILL_FAIL TRUE)\nendforeach()',
      ),
    },
  },
  {
    runner: 'googletest',
    needs: 'g++ and libgtest-dev',
    isHere: () => canRun('g++', '--version') && existsSync('/usr/include/gtest/gtest.h'),
    tests: { command: 'sh suite.sh {report}', runner: 'junit', files: ['checks/**'] },
    files: {
      ...IN_CPP,
      '.gitignore': 'build/\n',
      'lib/shout.cpp': CPP_STUB,
      'suite.sh':
        'mkdir -p build && g++ -std=c++17 -Ilib -o build/checks checks/*.cpp lib/*.cpp -lgtest -lgtest_main -lpthread && build/checks --gtest_output=xml:"$1"\n',
      'checks/old.cpp':
        '#include <gtest/gtest.h>\n#include "shout.hpp"\nTEST(Old, is_there) { EXPECT_FALSE(shout("a").empty()); }\n',
    },
    red: {
      'checks/shout.cpp':
        '#include <gtest/gtest.h>\n#include "shout.hpp"\nTEST(Shout, AC_1_capitals) { EXPECT_EQ(shout("no").substr(0, 2), "NO"); }\nTEST(Shout, AC_2_one_mark) { EXPECT_EQ(shout("no!").substr(2), "!"); }\n',
    },
    ...CPP_WORK,
  },
  {
    runner: 'bats',
    needs: 'bats',
    isHere: () => canRun('bats', '--version'),
    tests: { command: 'bats --tap checks', runner: 'tap', files: ['checks/**'] },
    files: {
      'lib/shout.sh': "shout() { echo '...'; }\n",
      'checks/old.bats': 'source lib/shout.sh\n@test "an old one" { [ -n "$(shout a)" ]; }\n',
    },
    red: {
      'checks/shout.bats': `source lib/shout.sh
@test "AC-1: a word is shouted in capitals" { said=$(shout no); [ "\${said:0:2}" = NO ]; }
@test "AC-2: a shout ends with one exclamation mark" { said=$(shout no!); [ "\${said:2}" = ! ]; }
`,
    },
    green: { 'lib/shout.sh': 'shout() { echo "$(echo "$1" | tr -d ! | tr a-z A-Z)!"; }\n' },
    lie: { 'lib/shout.sh': "exit 0\nshout() { echo '...'; }\n" },
  },
];

/** The suite ended early, ran nothing or is another one: no clause about a test that fails, and none about the exit signal. */
const CAUGHT_BY: ReadonlySet<string> = new Set([
  'tests_total >= 1',
  'tests_intact == true',
  'report_complete == true',
  'report_fresh == true',
  'suite_load_failures == 0',
  'unhandled_errors == 0',
]);

const lastMetrics = (project: Project) => recordsOf(project, 'iteration.decided').at(-1)?.record.metrics;

const LIES = honestBut('GREEN', 'cp -R "$(dirname "$0")/LIE/." .', SAY_YES);

describe.each(ROWS.map((row) => [row.runner, row] as const))('a whole run over %s', (_runner, row) => {
  const { isHere, needs, tests, files, red, green, lie } = row;
  const isReady = hasGit && isHere();
  const why = isReady ? '' : ` (skipped: needs git, ${needs})`;
  const aRow = async (home: string, agent: string) => {
    const project = await aProject(home, {
      agent,
      files,
      work: { RED: red, GREEN: green, LIE: lie },
      config: { tests, phases: ONE_CHANCE },
    });
    const name = row.runner.split(' ')[0] ?? '';
    const modules = files['.gitignore']?.includes('node_modules') === true ? modulesWith(name) : null;
    if (modules !== null) symlinkSync(modules, join(project.workspace, 'node_modules'));
    return project;
  };

  test.skipIf(!isReady)(`completes for an honest agent${why}`, async ({ home }) => {
    const project = await aRow(home, HONEST);
    const { exitCode, stdout, stderr } = await runProgram(project, 'run');
    expect(exitCode, stdout + stderr).toBe(0);
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    expect(lastMetrics(project)).toMatchObject({ tests_failing: 0, criteria_passing: 2 });
  });

  test.skipIf(!isReady)(`holds an agent that lies${why}`, async ({ home }) => {
    const project = await aRow(home, LIES);
    const { exitCode, stdout, stderr } = await runProgram(project, 'run');
    expect(exitCode, stdout + stderr).not.toBe(0);
    expect(pathOf(project).slice(0, 2)).toEqual(['RED 1 exited', 'GREEN 1 held']);
    const { decision } = recordsOf(project, 'iteration.decided')[1] ?? {};
    expect(decision?.gate_2.unmet).toEqual([]);
    const clauses = decision?.gate_1.unmet.map(({ clause }) => clause) ?? [];
    expect(
      clauses.filter((clause) => CAUGHT_BY.has(clause)),
      clauses.join(', '),
    ).not.toEqual([]);
  });

  test.skipIf(!isReady)(`holds an agent that does nothing${why}`, async ({ home }) => {
    const project = await aRow(home, honestBut('GREEN', SAY_YES));
    expect((await runProgram(project, 'run')).exitCode).toBe(1);
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
    expect(lastMetrics(project)).toMatchObject({ tests_failing: 2 });
  });
});

describe('what this file needs', () => {
  test.skipIf(whole === '')('is what .ci/full installs', () => {
    const versionOf = (program: string) => spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.split('.')[0];
    expect([bun, nodeOf(24), nodeOf(26)].map(versionOf)).toEqual(['1', 'v24', 'v26']);
  });
});
