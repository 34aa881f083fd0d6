/** Files whose content may be secret, by their names: nobody is shown what is in them. */

/** Keys, passwords and variables of one machine; an example of them is none. */
const HAS_SECRETS =
  /(?:^|\/)(?:\.env(?!\.(?:example|sample|template|dist)$)[^/]*|[^/]+\.(?:pem|key|p12|pfx|jks|keystore|ppk)|id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:npmrc|yarnrc(?:\.yml)?|netrc|pypirc|pgpass|git-credentials|htpasswd)|(?:credentials|secrets?)(?:\.[\w-]+)?\.(?:json|ya?ml|toml|ini|env|txt)|credentials)$/i;

/** Code is no list of secrets, however it is named. */
const IS_MODULE = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|php)$/;

/** @param path - relative to the workspace */
export const mayHaveSecrets = (path: string): boolean => HAS_SECRETS.test(path) && !IS_MODULE.test(path);
