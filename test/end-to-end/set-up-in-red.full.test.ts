import { describe, expect } from 'vitest';
import { canRun, whySkipped } from '../runners/find-tool.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, write } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { lastDecision, pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

const PYTHON_TESTS = `from shout import shout

def test_ac_1_a_word_is_shouted_in_capitals():
    assert shout('no')[:2] == 'NO'

def test_ac_2_a_shout_ends_with_one_exclamation_mark():
    assert shout('no!')[2:] == '!'
`;

/** A project without a config of pytest: RED adds one. */
const aPythonProject = async (home: string, inGreen = 'true') => {
  await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
  return aProject(home, {
    agent: shell(READ_THE_PROMPT, DO_THE_WORK, `if [ "$DUALGATE_PHASE" = GREEN ]; then ${inGreen}; fi`, SAY_YES),
    files: {
      '.gitignore': '__pycache__/\n.pytest_cache/\n',
      'pyproject.toml': '[project]\nname = "shout"\nversion = "1.0.0"\n',
      'checks/test_old.py': 'def test_old():\n    assert True\n',
    },
    work: {
      RED: {
        'checks/test_shout.py': PYTHON_TESTS,
        'lib/shout.py': "def shout(word):\n    return ''\n",
        'pyproject.toml':
          '[project]\nname = "shout"\nversion = "1.0.0"\n\n[tool.pytest.ini_options]\npythonpath = ["lib"]\ntestpaths = ["checks"]\n',
      },
      GREEN: { 'lib/shout.py': "def shout(word):\n    return word.rstrip('!').upper() + '!'\n" },
    },
    config: {
      commits: true,
      mutation_check: { mutants: 1 },
      tests: { command: 'python3 -m pytest', timeout: '60s' },
      phases: phases({ RED: {}, GREEN: { limits: { max_iterations: 1 } } }),
    },
  });
};

/** A project with a config of pytest, in which a mark has to be known: RED adds the mark, a folder and its tests. */
const anExtendedProject = async (home: string, added: string) => {
  await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
  const config = '[project]\nname = "shout"\n\n[tool.pytest.ini_options]\naddopts = "--strict-markers"\n';
  return aProject(home, {
    agent: shell(READ_THE_PROMPT, DO_THE_WORK, SAY_YES),
    files: {
      '.gitignore': '__pycache__/\n.pytest_cache/\n',
      'pyproject.toml': `${config}pythonpath = ["."]\ntestpaths = ["old"]\n`,
      'old/test_old.py': 'def test_old():\n    assert True\n',
    },
    work: {
      RED: {
        'checks/test_shout.py': `import pytest\npytestmark = pytest.mark.loud\n${PYTHON_TESTS}`,
        'shout.py': "def shout(word):\n    return ''\n",
        'pyproject.toml': `${config}pythonpath = ["."]\ntestpaths = ["old", "checks"]\n${added}`,
      },
      GREEN: { 'shout.py': "def shout(word):\n    return word.rstrip('!').upper() + '!'\n" },
    },
    config: {
      commits: true,
      mutation_check: { mutants: 1 },
      tests: { command: 'python3 -m pytest', timeout: '60s' },
      phases: phases({ RED: { limits: { max_iterations: 1 } }, GREEN: { limits: { max_iterations: 1 } } }),
    },
  });
};

const MARK = 'markers = ["loud: a shout"]\n';

const pytest = canRun('python3', '-m', 'pytest', '--version');

describe.skipIf(!hasGit || !pytest)(
  `a config of a runner that RED adds (needs git)${whySkipped(pytest, 'pytest')}`,
  () => {
    slow('is free there, frozen at its exit, and sound for a proof', async ({ home }) => {
      const project = await aPythonProject(home);
      const { exitCode, stderr } = await runProgram(project, 'run');
      expect(exitCode, stderr).toBe(0);
      expect(recordsOf(project, 'iteration.decided')[0]?.exit?.frozen).toHaveProperty('pyproject.toml#tests');

      const proof = await runProgram(project, 'prove', '--no-mutation-check');
      expect(proof.exitCode, proof.stdout).toBe(0);
    });

    slow('is held when it changes in GREEN', async ({ home }) => {
      const edit = `printf 'addopts = "-q"\\n' >> pyproject.toml`;
      const project = await aPythonProject(home, edit);
      await runProgram(project, 'run');
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
      expect(lastDecision(project)).toMatchObject({
        unmet: ['tests_intact == true'],
        notes: expect.arrayContaining(['pyproject.toml#tests was changed after it was frozen: restore it.']),
      });
    });
  },
);

describe.skipIf(!hasGit || !pytest)(
  `a config of a runner that RED extends (needs git)${whySkipped(pytest, 'pytest')}`,
  () => {
    slow('is free while the earlier tests give the same results, and sound for a proof', async ({ home }) => {
      const project = await anExtendedProject(home, MARK);
      const { exitCode, stderr } = await runProgram(project, 'run');
      expect(exitCode, stderr).toBe(0);
      const [red] = recordsOf(project, 'iteration.decided');
      expect(red?.exit?.frozen).toHaveProperty('pyproject.toml#tests');
      const says =
        'pyproject.toml#tests was extended: testpaths, markers. The results of 1 earlier test are the same with and without this.';
      expect(red?.record.findings.map(({ text }) => text)).toContain(says);
      expect((await runProgram(project, 'report')).stdout).toContain(says);

      const proof = await runProgram(project, 'prove', '--no-mutation-check');
      expect(proof.exitCode, proof.stdout).toBe(0);
      expect(proof.stdout).toContain('settings were only extended (pyproject.toml#tests: testpaths, markers)');
    });

    slow('is held where it does more, with the reason and the command that accepts it', async ({ home }) => {
      const project = await anExtendedProject(home, `${MARK}filterwarnings = ["ignore"]\n`);
      await runProgram(project, 'run');
      expect(pathOf(project)).toEqual(['RED 1 held']);
      expect(lastDecision(project)).toMatchObject({
        unmet: ['tests_intact == true'],
        notes: expect.arrayContaining([
          'pyproject.toml#tests was changed after it was frozen: restore it. In this phase, such a file may be extended, but this change adds filterwarnings, which may change results.',
          expect.stringContaining(`dualgate accept 'pyproject.toml#tests' -m "why"`),
        ]),
      });
    });
  },
);
