/** pytest 6 and later: our plugin comes by PYTEST_ADDOPTS and PYTHONPATH, and gives the variables back what they were. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locateProgram } from '../../base/processes/locate-program.ts';
import { ENV_FILES, placeInHome, placeReporter, looksForVariableInPython } from '../runner-places.ts';
import { EXTEND_PYTEST } from './pytest-extension.ts';
import { addedDoctests, readDoctests, PLUGINS, STARTUP } from './doctests.ts';
import type { Runner } from '../runner.ts';
import { selectFiles } from '../command/select-files.ts';
import { withoutTables } from '../settings-text.ts';
import { readText } from '../../base/files/open-plain.ts';
import { namesIn } from '../../base/files/folders.ts';

const HEADERS = new Set(['[pytest]', '[tool:pytest]', '[tool.pytest]', '[tool.pytest.ini_options]']);

/** Options of `addopts` that only say what is printed, and how strictly tests are read. */
const OPTION =
  /^(?:-[qvsl]+|-r\w+|--(?:asyncio-mode|color|doctest-modules|durations|import-mode|no-header|quiet|showlocals|strict|strict-config|strict-markers|tb|verbose))$/;

/** Read by words, so that an option in any place and notation is seen; an escape could hide one. */
const isPlainPytestConfig = (text: string): boolean => {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const first = lines.find((line) => line !== '' && !/^[#;]/.test(line)) ?? '';
  const words = text.replaceAll(/["']/g, '').split(/[\s,:=[\](){}]+/);
  return (
    !text.includes('\\') &&
    HEADERS.has(first) &&
    lines.every((line) => !line.startsWith('[') || HEADERS.has(line)) &&
    words.every((word) => !/^[-@]/.test(word) || OPTION.test(word))
  );
};

const PLUGIN_FOLDER = fileURLToPath(placeReporter('pytest/python'));

const CONFIGS = 'pytest.ini .pytest.ini pytest.toml .pytest.toml tox.ini'.split(' ');
const PARTS = ['pyproject.toml#tests', 'setup.cfg#tests'];

/** Options of well-known plugins among them. */
const WITH_VALUE = (
  '-c --config-file --rootdir -k -m -n -p -o --override-ini -r -W --pythonwarnings --ignore --ignore-glob --deselect ' +
  '--confcutdir --basetemp --import-mode --junit-xml --junitxml --junit-prefix --durations --maxfail --tb --color ' +
  '--log-file --log-level --cov --cov-config --cov-report --timeout --dist --tx --env-file'
).split(' ');

/** Table headers, whole, whose content has no say in how tests are run. */
const FREE_OF_PYPROJECT =
  /^\[(?:project(?:\.(?:dependencies|optional-dependencies|scripts|urls))?|build-system|dependency-groups|tool\.poetry(?:\.group\.[\w-]+)?\.dependencies|tool\.(?:ruff|black|isort|mypy|pyright|flake8)(?:\.[\w.-]+)?)\]$/;
const FREE_OF_SETUP = /^\[(?:metadata|options(?:\.[\w.]+)?|flake8|isort|mypy(?:-[\w.*]+)?|bdist_wheel)\]$/;

/** Options in a config, on one line or several, in a list or as text. */
const STOPS_EARLY =
  /^\s*addopts\s*=\s*(?:\[[^\]]*?|[^\n]*?(?:\n[ \t]+[^\n]*?)*?)(?<=[\s"'=])(?:-[vqsl]*x[vqsl]*|--exitfirst|--maxfail\b)(?=[\s"'=]|$)/m;

/** The value of `addopts`, in each notation. */
const ADDOPTS = /^[ \t]*addopts\s*=\s*(\[[^\]]*\]|"""[\s\S]*?"""|'''[\s\S]*?'''|.*(?:\n[ \t]+\S.*)*)/gm;

export const pytestRunner: Runner = {
  report: 'file',
  refused: {
    program: /^(?:pytest|py\.test)$/,
    options: {
      failed: '--lf --last-failed --sw --stepwise --sw-skip --stepwise-skip --sw-reset --stepwise-reset',
      order: '--ff --failed-first --nf --new-first',
      changed: '--testmon --picked',
      part: '--splits --num-shards --shard-id',
    },
    variables: ['PYTEST_ADDOPTS'],
    files: Object.fromEntries(
      ['pytest.ini', '.pytest.ini', 'pytest.toml', '.pytest.toml', 'pyproject.toml', 'tox.ini', 'setup.cfg'].map(
        (name) => [name, ADDOPTS],
      ),
    ),
  },
  // Its exit codes: 5 for no tests, 4 for words of the command, a folder that is not there yet among them. Behind make it is 2.
  saysNoTests: (said, exitCode) =>
    exitCode === 5 ||
    (exitCode === 4 && /^ERROR: .*not found: /m.test(said)) ||
    (/^=* ?no tests ran in /m.test(said) && !/^(?:ERROR|INTERNALERROR)\b/m.test(said)),
  leavesGlob: (said, glob) => said.includes(`not found: ${glob}`),
  isFoundIn: ({ program }) => /^(?:pytest|py\.test)(?:-3)?$/.test(program),
  select: (command, files, folder) => selectFiles(command, files, folder, { withValue: WITH_VALUE }),
  detect: {
    isInScript: (words) => words.includes('pytest'),
    fromScript: (words) => words,
    drops: {
      failFast: ['-x', '--exitfirst', '--maxfail N', '--stepwise', '--sw'],
      coverage: ['--cov-report N', '--cov-config N', '--cov-fail-under N', '--cov*'],
    },
    overrule: {
      files: ['pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg'],
      says: STOPS_EARLY,
      option: '--maxfail=0',
    },
    language: 'python',
    isIn: (folder) => usesPytest(folder),
    command: async (folder, path) => [...(await findLauncher(folder, path)), 'pytest'],
  },
  frozen: {
    // Python loads the last two before anything else, from every place on its path.
    everywhere: [...CONFIGS, 'sitecustomize.py', 'usercustomize.py'],
    // Files that Python would load before, or instead of, the runner.
    atRoot: 'sitecustomize usercustomize pytest.py pytest _pytest unittest.py unittest'.split(' '),
    parts: {
      'pyproject.toml': (text) => withoutTables(text, FREE_OF_PYPROJECT),
      'setup.cfg': (text) => withoutTables(text, FREE_OF_SETUP),
    },
    settings: /\[(?:tool[.:])?pytest(?:\.ini_options)?\]/,
    setUp: Object.fromEntries([...CONFIGS, ...PARTS].map((name) => [name, isPlainPytestConfig])),
    extend: EXTEND_PYTEST,
    kinds: [STARTUP, PLUGINS],
    // An installed plugin may read them.
    readBy: [{ files: ENV_FILES, words: /\bpy\.?test\b/ }],
    // The config of coverage, which starts it.
    options: ['c', 'rcfile'],
    installed: (workspace) => findPythonPackages(workspace),
    above: [...CONFIGS, ...PARTS],
    inHome: () => [join(placeInHome('PYTHONUSERBASE', '.local'), 'lib/python*/site-packages#startup')],
    variables: ['PYTEST_\\w+', 'PYTHON\\w*'],
  },
  tests: {
    files: ['**/conftest.py'],
    inside: { ending: String.raw`\.(?:py|md|rst|txt)`, read: readDoctests, added: addedDoctests },
    modules: { python: ['pytest'] },
    asked: {
      python: [
        ...looksForVariableInPython('_?PYTEST'),
        String.raw`\bPYTEST_\w+`,
        String.raw`["']_?pytest["']\s+(?:not\s+)?in\b`,
        String.raw`\bsys\.modules(?:\.get\s*\(|\s*\[)\s*["']_?pytest["']`,
        String.raw`\bsys\.argv\b[^\n]*pytest`,
      ],
    },
    automatic: { tests: /\.py$/, beside: ['conftest.py'] },
  },
  // Nothing but these files, not whatever lies beside them.
  writes: [
    '**/__pycache__/*.pyc{,.*}',
    '**/.pytest_cache/{README.md,CACHEDIR.TAG,.gitignore}',
    '**/.pytest_cache/v/cache/{lastfailed,nodeids,stepwise}',
  ],
  caches: ['.pytest_cache'],
  prepare: (command, _workspace, _nodeOptions, env = {}) => {
    const { PYTHONPATH = '', PYTEST_ADDOPTS = '', PYTHONDONTWRITEBYTECODE = '' } = env;
    return {
      command,
      env: {
        PYTHONPATH: [PLUGIN_FOLDER, PYTHONPATH].filter((part) => part !== '').join(delimiter),
        PYTEST_ADDOPTS: `${PYTEST_ADDOPTS} -p dualgate_reporter`.trim(),
        // Nothing is to be written beside the plugin.
        PYTHONDONTWRITEBYTECODE: '1',
        DUALGATE_FORMER_PYTHONPATH: PYTHONPATH,
        DUALGATE_FORMER_PYTEST_ADDOPTS: PYTEST_ADDOPTS,
        DUALGATE_FORMER_PYTHONDONTWRITEBYTECODE: PYTHONDONTWRITEBYTECODE,
      },
    };
  },
};

/** In an environment within the workspace; an agent cannot write to those of the system. */
const findPythonPackages = async (workspace: string): Promise<readonly string[]> => {
  const libraries = ['.venv', 'venv'].map((name) => join(workspace, name, 'lib'));
  const places = libraries.flatMap((folder) =>
    namesIn(folder).map((version) => join(folder, version, 'site-packages')),
  );
  return [
    ...places.flatMap((place) =>
      ['pytest/**', '_pytest/**', 'pluggy/**', 'sitecustomize.py'].map((name) => join(place, name)),
    ),
    ...libraries.map((folder) => join(folder, 'python*/site-packages#startup')),
    // `python -m pytest` looks for plugins in the folder that it is started in, too.
    join(workspace, '*-info/entry_points.txt#pytest11'),
  ];
};

const PYTHONS = ['.venv/bin/python', 'venv/bin/python', '.venv/Scripts/python.exe', 'venv/Scripts/python.exe'];
/** Only where they are installed: a lock file alone starts nothing. */
const LAUNCHERS = { uv: 'uv.lock', poetry: 'poetry.lock' };

/** Launcher of pytest among the packages of the project: its own environment before a tool that keeps one. */
const findLauncher = async (folder: string, path: string): Promise<readonly string[]> => {
  const python = PYTHONS.find((place) => existsSync(join(folder, place)));
  if (python !== undefined) return [python, '-m'];
  for (const [program, lock] of Object.entries(LAUNCHERS))
    if (existsSync(join(folder, lock)) && (await locateProgram(program, folder, path)) !== null)
      return [program, 'run'];
  return ['python3', '-m'];
};

const usesPytest = async (folder: string): Promise<boolean> => {
  const settings = ['pyproject.toml', 'requirements.txt', 'requirements-dev.txt', 'setup.cfg', 'tox.ini'];
  if (settings.some((name) => /\bpytest\b/.test(readText(join(folder, name)) ?? ''))) return true;
  return ['.', 'test', 'tests'].some((place) =>
    namesIn(join(folder, place)).some((name) => /^(?:pytest\.ini|conftest\.py|test_.+\.py)$/.test(name)),
  );
};
