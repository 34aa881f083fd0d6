/** The version of this package, from its own package.json. */
import manifest from '../../package.json' with { type: 'json' };

/** The version of the package, as `dualgate --version` prints it. */
export const DUALGATE_VERSION: string = manifest.version;

/** The version that starts or resumes a run: it is recorded. */
export const VERSIONS = { dualgate: DUALGATE_VERSION, node: process.versions.node };
