/**
 * Tells for each line of a message whether the speaker says it or shows it: code fences and HTML comments are shown.
 * Quotes, indented code and the lines of a diff need no place of their own: each has at least one character before the
 * words, and markers and fields count at column 0 only (RULES 3.5). A deleted line that begins with two dashes can look
 * like an opening marker, but no field can follow it in the diff, so it can only hold.
 *
 * @module
 */
import { closesFence, leavesFence, openFence, type CodeFence } from './code-fence.ts';
import { followComment, type CommentState } from './html-comment.ts';

export type LinePlace = 'said' | 'fence_opens' | 'fenced' | 'fence_closes' | 'commented';

/** Places the normalised lines of one message, in order (RULES 3.5). An unclosed fence or comment runs to the end. */
export const createLinePlacer = (): ((line: string) => LinePlace) => {
  let fence: CodeFence | null = null;
  let comment: CommentState = 'outside';
  let unsure = false;

  return (line) => {
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
    return before === 'outside' || (before === 'inline' && line === '') ? 'said' : 'commented';
  };
};
