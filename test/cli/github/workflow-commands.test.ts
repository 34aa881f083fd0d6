import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disarmCommands, renderAnnotation } from '../../../src/cli/github/workflow-commands.ts';

/** The rules of GitHub's runner: after blanks, `::` starts a command, and the old form is found anywhere. */
const isCommand = (line: string): boolean => /^[\s\u0085]*::/.test(line) || line.includes('##[');
const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);

const STRANGE = fc.string({
  unit: fc.constantFrom(':', '#', '[', '%', '\n', '\r', ' ', '\t', '\u0085', '"', 'a', '0', 'A'),
});

describe('an annotation', () => {
  it('is one command, with its title and its file', () => {
    expect(
      renderAnnotation({
        level: 'error',
        title: 'AC-1: adds, well',
        message: '100 % of 3: no',
        file: 'test/a,b.test.js',
      }),
    ).toBe('::error file=test/a%2Cb.test.js,title=AC-1%3A adds%2C well::100 %25 of 3: no');
    expect(renderAnnotation({ level: 'warning', title: 'flaky', message: 'x' })).toBe('::warning title=flaky::x');
  });

  it('cannot be created by a test name or a text of the agent', () => {
    fc.assert(
      fc.property(STRANGE, STRANGE, STRANGE, (title, message, file) => {
        const line = renderAnnotation({ level: 'error', title, message, file });
        expect(linesOf(line)).toHaveLength(1);
        const [, properties = ''] = /^::error (.*?)::/.exec(line) ?? [];
        expect(properties).toMatch(/^(?:file=[^:,]*,)?title=[^:,]*$/);
      }),
    );
  });
});

describe('other output in a workflow', () => {
  it.each([
    ['a command', '::add-mask::x', ': :add-mask::x'],
    ['one behind blanks', ' \t::stop-commands::x', ' \t: :stop-commands::x'],
    ['one on a second line', 'a\n::error::x', 'a\n: :error::x'],
    ['one behind a return', 'a\r::error::x', 'a\r: :error::x'],
    ['one of the old form, anywhere', 'said: ##[group]x', 'said: # #[group]x'],
    ['words', 'a::b, std::vec, C:: and # [x]', 'a::b, std::vec, C:: and # [x]'],
  ])('%s', (_, text, shown) => {
    expect(disarmCommands(text)).toBe(shown);
  });

  it('is never a workflow command', () => {
    fc.assert(
      fc.property(STRANGE, (text) => {
        expect(linesOf(disarmCommands(text)).filter(isCommand)).toEqual([]);
      }),
    );
  });

  it('is the same JSON as before', () => {
    fc.assert(
      fc.property(STRANGE, (text) => {
        const line = disarmCommands(JSON.stringify({ text }));
        expect(isCommand(line)).toBe(false);
        expect(JSON.parse(line)).toEqual({ text });
      }),
    );
  });
});
