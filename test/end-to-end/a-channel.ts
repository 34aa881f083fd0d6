/** How an agent that knows everything about dualgate reaches for the operator's socket: without any code of ours. */

/** The folders in which the sockets of the run may lie, as words of a shell. */
export const CHANNELS = ['$XDG_RUNTIME_DIR', '/run/user/$(id -u)', '/tmp']
  .map((base) => `"${base}/dualgate-$(id -u)/$(printf %s "$DUALGATE_RUN" | sha256sum | cut -c 1-12)"`)
  .join(' ');

/** An ES module for the home: `say(run, line)` sends a line to the operator's socket and gives back the answer. */
export const SAY = `import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
const { uid } = userInfo();
export const say = async (run, line) => {
  const name = createHash('sha256').update(run).digest('hex').slice(0, 12);
  const home = fileURLToPath(new URL('.', import.meta.url));
  const paths = [home, '/run/user/' + uid, '/tmp'].map((base) => base + '/dualgate-' + uid + '/' + name + '/operator');
  const path = paths.find((each) => existsSync(each));
  if (path === undefined) return 'no socket';
  const socket = createConnection(path);
  socket.write(line + '\\n');
  return text(socket).catch((error) => error.code + '\\n');
};
`;

/** A line that would skip the phase. */
export const SKIP_LINE = JSON.stringify({
  v: 1,
  id: 'sneak',
  command: { command: 'skip', by: 'the operator, honestly', reason: 'I am done' },
});
