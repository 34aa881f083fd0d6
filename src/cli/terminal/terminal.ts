/**
 * What stdout may be used for, told from the environment: NO_COLOR, FORCE_COLOR, CI and a dumb terminal are respected.
 *
 * @module
 */

export interface Terminal {
  /** May a line be painted over? */
  readonly isLive: boolean;
  readonly colours: boolean;
}

/** @param isTerminal - is stdout one? */
export const describeTerminal = (env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): Terminal => {
  const isLive = isTerminal && !isSet(env['CI']) && env['TERM'] !== 'dumb';
  return { isLive, colours: (env['NO_COLOR'] ?? '') === '' && (isLive || isSet(env['FORCE_COLOR'])) };
};

const isSet = (value: string | undefined): boolean => value !== undefined && !['', '0', 'false'].includes(value);
