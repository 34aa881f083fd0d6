/**
 * Decides for each line of a message whether it is said or shown: code fences and HTML comments are shown.
 * Quotes, indented code and diffs need no extra rule: each has at least one character before the
 * text, and markers and fields count at column 0 only (rule 3.5). A deleted line that begins with two dashes can look
 * like an opening marker; no file has such a line beside the fields of a block, so it can only hold.
 *
 * @module
 */
import { closesFence, leavesFence, openFence, type CodeFence } from './code-fence.ts';
import { anywhere, type Needle } from './needle.ts';

type LinePlace = 'said' | 'fence_opens' | 'fenced' | 'fence_closes' | 'commented';

interface LinePlacer {
  /** @param hides - the part of the line that was cut off opens a comment */
  readonly place: (line: string, hides?: boolean) => LinePlace;
  /** One of them is in every line that changes the place; `null`: any line may. */
  readonly needles: () => readonly Needle[] | null;
}

const FENCES = [anywhere('```'), anywhere('~~~')];
const COMMENT_OPENS = [...FENCES, anywhere('<!--')];
const COMMENT_CLOSES = [anywhere('-->')];
const NOTHING: readonly Needle[] = [];

/** Places the normalised lines of one message, in order (rule 3.5). An unclosed fence or comment runs to the end. */
export const createLinePlacer = (): LinePlacer => {
  let fence: CodeFence | null = null;
  let comment: CommentState = 'outside';
  let unsure = false;

  return {
    place: (line, hides = false) => {
      if (fence !== null) {
        unsure ||= leavesFence(fence, line);
        if (unsure || !closesFence(fence, line)) return 'fenced';
        fence = null;
        return 'fence_closes';
      }
      if (comment === 'outside') {
        fence = openFence(line);
        if (fence !== null) return 'fence_opens';
      }
      const before = comment;
      comment = followComment(comment, line);
      // The part that was cut off may end the comment again, or not.
      if (hides && comment === 'outside') comment = 'inline';
      return before === 'outside' || (before === 'inline' && line === '') ? 'said' : 'commented';
    },
    needles: () => {
      if (fence !== null) return unsure ? NOTHING : fence.indent > 0 ? null : FENCES;
      if (comment === 'outside') return COMMENT_OPENS;
      return comment === 'block' ? COMMENT_CLOSES : null;
    },
  };
};

/**
 * HTML comments over several lines. A comment that begins a line runs to its end mark; one within a paragraph ends with
 * the paragraph at the latest (CommonMark).
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
    // `<!-->` is a complete comment: its end may share the dashes.
    at = mark + (inside ? 3 : 2);
    inside = !inside;
  }
};

const kindOf = (line: string): 'block' | 'inline' => (/^ {0,3}<!--/.test(line) ? 'block' : 'inline');
