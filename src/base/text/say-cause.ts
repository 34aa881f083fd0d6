/** The cause of an error on one line, from the output of a runner or a compiler. */

/** The name of an error and its message; pytest marks it, and node adds a code. */
export const ERROR_LINE = /^(?:E +)?((?:\w+\.)*\w*(?:Error|Exception)\b(?: \[\w+\])?: .*)$/;

const MAX_LINES = 4;

const NAMES_ERROR = /(?:^|: )(?:\w+\.)*\w*(?:Error|Exception)\b(?: \[\w+\])?: /;

/** The error, if the first line is one; else the first lines without frames of a stack. */
export const sayCause = (message: string): string => {
  const lines = message.split('\n').filter((line) => line.trim() !== '' && !/^\s*at /.test(line));
  const [first = ''] = lines;
  if (NAMES_ERROR.test(first)) return first;
  return lines
    .slice(0, MAX_LINES)
    .map((line) => line.trim())
    .join(' | ');
};
