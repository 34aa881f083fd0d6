/**
 * The version of this package, from its own package.json.
 *
 * @module
 */
import manifest from '../package.json' with { type: 'json' };

export const DUALGATE_VERSION: string = manifest.version;
