/**
 * Which new configs of pytest give an agent no more than its own tests do. pytest loads a plugin that its config names
 * (`-p`) before our reporter; everything else in it comes after.
 *
 * @module
 */

const HEADERS = new Set(['[pytest]', '[tool:pytest]', '[tool.pytest]', '[tool.pytest.ini_options]']);

/** Options of `addopts` that only say what is printed, and how strictly tests are read. */
const OPTION =
  /^(?:-[qvsl]+|-r\w+|--(?:asyncio-mode|color|doctest-modules|durations|import-mode|no-header|quiet|showlocals|strict|strict-config|strict-markers|tb|verbose))$/;

/** Read by words, so that an option in any place and notation is seen; an escape could hide one. */
export const isPlainPytestConfig = (text: string): boolean => {
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
