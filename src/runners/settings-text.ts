/** The parts of a settings file that change how tests run. */

// A file of tables, such as TOML or INI, without those that an agent edits for other reasons than tests or checks. It reads
// lines, and whatever it does not know stays in: a table header that is written in an unusual way is held, and not passed over.

const HEADER = /^\s*\[.*\]\s*(?:[#;].*)?$/;

/** It may begin or end a string in which the lines are no tables. */
const MULTILINE = /"""|'''/;

/**
 * @param free - table headers, whole
 * @param keeps - lines that stay all the same, by the header above them
 */
export const withoutTables = (
  text: string,
  free: RegExp | undefined,
  keeps: (header: string, line: string) => boolean = () => false,
): string => {
  let header = '';
  let isFree = false;
  return text
    .split(/\r?\n/)
    .filter((line) => {
      if (HEADER.test(line)) {
        header = line.trim();
        isFree = free?.test(line.replace(/\s*[#;][^\]]*$/, '').trim()) === true;
      }
      return !isFree || MULTILINE.test(line) || keeps(header, line);
    })
    .join('\n');
};

// The lines of an `.npmrc` that may change how scripts run: `script-shell`, `node-options`, `ignore-scripts` and others. Only
// keys that install, publish or log in are known to be free; every other line counts.

const FREE = new Set(
  (
    'registry save save-exact save-prefix save-dev save-optional save-peer save-prod package-lock fund audit audit-level ' +
    'legacy-peer-deps strict-peer-deps access tag tag-version-prefix git-tag-version sign-git-tag sign-git-commit ' +
    'commit-hooks provenance init-author-name init-author-email init-author-url init-license init-version init.author.name ' +
    'init.author.email init.author.url init.license init.version email fetch-retries fetch-retry-factor ' +
    'fetch-retry-mintimeout fetch-retry-maxtimeout fetch-timeout maxsockets prefer-offline prefer-online update-notifier ' +
    'engine-strict strict-peer-dependencies auto-install-peers dedupe-peer-dependents resolution-mode lockfile-version ' +
    'save-workspace-protocol link-workspace-packages min-release-age progress loglevel color unicode'
  ).split(' '),
);
const FREE_OF_A_REGISTRY = /^(?:@[\w.-]+:registry|\/\/[^\s=$]+:(?:_authToken|_auth|_password|username|email))$/;

/** `''` for a text without such a line. */
export const leaveScriptSettings = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#;]/.test(line) && !isFree(line))
    .join('\n');

const isFree = (line: string): boolean => {
  const key = line.replace(/=.*$/s, '').trim();
  return FREE.has(key) || FREE_OF_A_REGISTRY.test(key);
};
