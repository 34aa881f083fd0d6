/**
 * The end of a message of unknown length: kept in one piece of memory, however long the message is and however it is
 * cut.
 *
 * @module
 */

interface MessageTail {
  /** @param chunk - may be its writer's again afterwards */
  readonly write: (chunk: Uint8Array) => void;
  /** The kept bytes, in order: the last ones. Valid until the next `write`. */
  readonly rest: () => readonly Uint8Array[];
  /** Whether more was written than is held. */
  readonly isCut: () => boolean;
}

/**
 * @param most - bytes that are held, 1 or more
 * @param onDropped - gets what is no part of the end any more, in order; a view that is good during the call alone
 */
export const holdTail = (most: number, onDropped: (bytes: Uint8Array) => void = () => {}): MessageTail => {
  let ring = new Uint8Array(0);
  let written = 0;
  /** Most messages are short. */
  const grow = (wanted: number): void => {
    if (wanted <= ring.length || ring.length === most) return;
    const larger = new Uint8Array(Math.min(most, Math.max(wanted, 2 * ring.length)));
    larger.set(ring.subarray(0, written));
    ring = larger;
  };
  return {
    write: (chunk) => {
      grow(written + chunk.length);
      for (let at = 0; at < chunk.length; ) {
        const to = written % most;
        const size = Math.min(ring.length - to, chunk.length - at);
        if (written >= most) onDropped(ring.subarray(to, to + size));
        ring.set(chunk.subarray(at, at + size), to);
        written += size;
        at += size;
      }
    },
    rest: () => {
      const oldest = written % most;
      return written <= most ? [ring.subarray(0, written)] : [ring.subarray(oldest), ring.subarray(0, oldest)];
    },
    isCut: () => written > most,
  };
};
