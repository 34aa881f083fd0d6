import { expect, test } from 'vitest';
import { sayCause } from '../../../src/base/text/describe-cause.ts';

test.each([
  [
    'an error with its stack',
    "SyntaxError: Unexpected token ')'\n    at compile (node:internal/vm:73:18)\n    at run (a.js:1:1)\n",
    "SyntaxError: Unexpected token ')'",
  ],
  [
    'an error of Python behind its file',
    "a.py:3: ModuleNotFoundError: No module named 'words'\nimport words\n",
    "a.py:3: ModuleNotFoundError: No module named 'words'",
  ],
  [
    'the words of a compiler',
    '\n./a_test.go:4:2:\n\tundefined: Shout\n\n./a_test.go:5:2:\n\tundefined: Whisper\nFAIL\n',
    './a_test.go:4:2: | undefined: Shout | ./a_test.go:5:2: | undefined: Whisper',
  ],
  ['nothing', '', ''],
])('the cause is one line: %s', (_, message, cause) => {
  expect(sayCause(message)).toBe(cause);
});
