/**
 * The secret values of a run: those that the config puts into the agent's environment, and those of variables of this
 * process whose names mark them as secret.
 *
 * @module
 */
/** Names of variables, and of keys, with secret values. `tokens` are counted, a `token` is a secret. */
export const SECRET_NAME =
  /nonce|secret|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|credential|authorization|cookie|token(?!s)/i;
const SECRET_VARIABLE = new RegExp(`${SECRET_NAME.source}|_key$|^key_|_auth$|_dsn$|database_url`, 'i');

/** Shorter ones are ordinary words. */
const SHORTEST = 8;
const SHORTEST_OF_A_NAME = 4;
/** For a value of several lines, for example a key, each line that is too long to be an ordinary one. */
const SHORTEST_LINE = 20;

interface Environment {
  readonly env: Readonly<Record<string, string>>;
}

/** The parts of a config that contain secrets: of its agent, and of its reviewer. */
export interface SecretConfig {
  readonly agent: Environment;
  readonly review?: { readonly agent: Environment };
}

/**
 * The secrets that an inspector must not show of a run.
 *
 * @param env - the environment of the run, for example `process.env`
 */
export const secretsOf = (
  config: SecretConfig,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] => {
  const { agent, review } = config;
  const given = [agent, review?.agent]
    .flatMap((each) => Object.entries(each?.env ?? {}))
    .filter(([name, value]) => isLong(name, value));
  const own = Object.entries(env).filter(([name, value]) => SECRET_VARIABLE.test(name) && isLong(name, value ?? ''));
  return [...new Set([...given, ...own].flatMap(([, value = '']) => [value, ...linesOf(value)]))];
};

const isLong = (name: string, value: string): boolean =>
  value.trim().length >= (SECRET_VARIABLE.test(name) ? SHORTEST_OF_A_NAME : SHORTEST);

const linesOf = (value: string): readonly string[] =>
  value.includes('\n') ? value.split('\n').filter((line) => line.trim().length >= SHORTEST_LINE) : [];
