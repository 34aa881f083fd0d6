/**
 * HTML comments over several lines. A comment that begins a line runs to its end mark; one within a paragraph ends with
 * the paragraph at the latest (CommonMark).
 *
 * @module
 */

export type CommentState = 'outside' | 'block' | 'inline';

/** The state after this line. A comment mark in a code span is words about a comment. */
export const followComment = (state: CommentState, line: string): CommentState => {
  if (state === 'outside' && !line.includes('<!--')) return 'outside';
  if (state === 'inline' && line === '') return 'outside';
  const kind = state === 'outside' ? kindOf(line) : state;
  const text = kind === 'inline' ? line.replaceAll(/`[^`]*`/g, '') : line;
  let inside = state !== 'outside';
  let at = 0;
  for (;;) {
    const mark = text.indexOf(inside ? '-->' : '<!--', at);
    if (mark === -1) return inside ? kind : 'outside';
    // `<!-->` is a whole comment: its end may share the dashes.
    at = mark + (inside ? 3 : 2);
    inside = !inside;
  }
};

const kindOf = (line: string): 'block' | 'inline' => (/^ {0,3}<!--/.test(line) ? 'block' : 'inline');
