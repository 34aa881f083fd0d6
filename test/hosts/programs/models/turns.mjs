import { writeFileSync } from 'node:fs';

let turn = 0;

/** Claims at once; after that it does the work. */
export const work = async () => {
  turn += 1;
  if (turn > 1) writeFileSync('src/one.js', 'export const one = () => 1;\n');
  return true;
};
