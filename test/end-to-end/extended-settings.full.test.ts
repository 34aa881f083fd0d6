import { describe, expect } from 'vitest';
import { edit, put } from '../cheats/families/shell.ts';
import { whyNot } from '../cheats/find-runner-program.ts';
import { LANGUAGES } from '../cheats/language-projects.ts';
import { workOf } from '../cheats/projects.ts';
import { inTurn } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases } from './a-project.ts';
import { DO_THE_WORK, honestBut, once, SAY_NO, SAY_YES } from './a-shell-agent.ts';
import { pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const slow = inTurn(2, test);
const ON = LANGUAGES.pytestSettings;
const why = whyNot(ON.runner);

/** Two turns in RED: it extends the settings in the first, and claims success in the second. */
const extending = (expression: string): string =>
  honestBut(
    'RED',
    DO_THE_WORK,
    once(
      edit('pyproject.toml', expression),
      put('more/test_more.py', 'from shout import shout', 'def test_more():', "    assert shout('a') == 'A!'"),
      SAY_NO,
      'exit 0',
    ),
    SAY_YES,
  );

describe.skipIf(!hasGit || why !== '')(`settings that RED extends before the run stops${why} (needs git)`, () => {
  const aStoppedRun = async (home: string, expression: string) => {
    const project = await aProject(home, {
      agent: extending(expression),
      work: workOf(ON),
      files: ON.files,
      config: { tests: ON.tests, phases: phases({ RED: { limits: { max_iterations: 1 } } }) },
    });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    return project;
  };

  test('are judged after a resume, on the sources from before the phase', async ({ home }) => {
    const project = await aStoppedRun(home, 's/\\["checks"\\]/["checks", "more"]/');
    const resumed = await runProgram(project, 'resume');
    expect(pathOf(project), resumed.stdout).toEqual(['RED 1 held', 'RED 2 exited']);
    const codes = recordsOf(project, 'iteration.decided').map(({ record }) => record.findings.map(({ code }) => code));
    expect(codes.map((each) => each.filter((code) => code === 'tests.extended'))).toEqual([
      ['tests.extended'],
      ['tests.extended'],
    ]);
  });

  slow('are held after a resume, too, if they change more than lists', async ({ home }) => {
    const project = await aStoppedRun(home, 's/"--strict-markers"/"--strict-markers -x"/');
    await runProgram(project, 'resume');
    expect(pathOf(project)).toEqual(['RED 1 held', 'RED 2 held']);
    expect(recordsOf(project, 'iteration.decided').map(({ record }) => record.metrics.tests_intact)).toEqual([
      false,
      false,
    ]);
  });
});
