/**
 * The script of a program that allocates without end. For the machine's sake it stays at 800 MB, if nothing ends it.
 */

/** CommonJS. */
export const EATER = `const kept = []; const more = () => { if (kept.length < 80) kept.push(Buffer.alloc(1e7, 1)); setTimeout(more, 5); }; more();`;
