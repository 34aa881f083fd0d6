/**
 * pytest 6 and later: our plugin comes by PYTEST_ADDOPTS and PYTHONPATH, so that it is loaded behind any launcher and before
 * any conftest.py. It gives the variables back what they were.
 *
 * @module
 */
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Runner } from './runner.ts';
import { selectFiles } from './command/select-files.ts';

const PLUGIN_FOLDER = fileURLToPath(new URL('./reporters/python', import.meta.url));

export const pytestRunner: Runner = {
  report: 'file',
  // Its exit codes: 5 for no tests, 4 for words of the command, a folder that is not there yet among them.
  saysNoTests: (said, exitCode) => exitCode === 5 || (exitCode === 4 && /^ERROR: .*not found: /m.test(said)),
  leavesGlob: (said, glob) => said.includes(`not found: ${glob}`),
  isFoundIn: ({ program }) => /^(?:pytest|py\.test)(?:-3)?$/.test(program),
  select: selectFiles,
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
