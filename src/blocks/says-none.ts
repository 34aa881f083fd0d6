/**
 * Whether a value says that there is nothing: no work that remains, no blocker. People and agents add to it, `None, all
 * criteria are met`: what they add must say that the work is done and hold nothing back, else it is taken for the worse
 * (RULES 3.9).
 *
 * @module
 */

/** A value of more characters is no `none`, whatever it begins with. */
const MAX_LENGTH = 300;

/** Matches neither `none except the parser` nor `none of it is done`. */
const NONE =
  /^(?:-|0|n\/?a|(?:none|nothing|nil|no (?:(?:remaining|further|more|open) )?(?:work|items|tasks|blockers|issues)|(?:0|zero) (?:items|tasks|blockers|issues))(?: (?:left|remaining|remains|open|to do|left to do))?)?$/i;

/** What may stand between `None` and what is added. */
const SEPARATOR = /[,;:.!(–—]|[ \t]-+[ \t]/;

/** What is added says that the work is done. */
const DONE =
  /\b(?:done|completed?|finished|pass(?:es|ed|ing)?|met|implemented|ready|green|covered|addressed|satisfied|fulfilled|resolved|verified|written|in place|moving on|all\b.*\bfail(?:s|ing)?)\b/i;

/** Words that hold something back. */
const BUT =
  /\b(?:except\w*|exclud\w*|but|besides|apart|aside|others?|else|rest|save|beyond|only|just|still|yet|todos?|tbd|wip|to do|to go|follow\w*|next(?! phase)|remain\w*|left|pending|missing|outstanding|open|need\w*|must|should|requir\w*|block\w*|wait\w*|await\w*|defer\w*|postponed|skip\w*|until|unless|once|if|when|assuming|after|later|will|not|cannot|without|broken|incomplete|unfinished|partial\w*|partly|almost|nearly|most(?:ly)?|some|few|several|minor|half|however|although|though)\b|n[’']t\b/i;

/** Where such words are denied, they hold nothing back: `nothing is left`, `no open tasks`. */
const DENIED =
  /\b(?:(?:nothing|no(?: \w+)?|0|zero) (?:(?:is|are|was|were) )?(?:left(?: to do)?|remain(?:s|ing)?|open|pending|missing|outstanding|needed|required|blocked|to do)|no (?:blockers|(?:open|remaining|pending|missing) \w+)|as (?:it|they) should)\b/gi;

/** `9 of 10`, `9/10`. */
const SHARE = /(\d+) ?(?:\/|(?:out )?of) ?(\d+)/g;

/** @param item - one line, without quotes, comment and list dash */
export const saysNone = (item: string): boolean => {
  const text = item.trim();
  if (text.length > MAX_LENGTH) return false;
  const [, inside] = /^[([]([^()[\]]*)[)\]]$/.exec(text) ?? [];
  if (inside !== undefined) return saysNone(inside);
  if (NONE.test(text)) return true;
  const at = SEPARATOR.exec(text)?.index ?? 0;
  return at > 0 && NONE.test(text.slice(0, at).trim()) && holdsNothingBack(text.slice(at));
};

const holdsNothingBack = (added: string): boolean => {
  if (!/[\p{L}\p{N}]/u.test(added)) return true;
  const isWhole = [...added.matchAll(SHARE)].every(([, part, whole]) => part === whole);
  return isWhole && DONE.test(added) && !BUT.test(added.replaceAll(DENIED, ' '));
};
