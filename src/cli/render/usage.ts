/**
 * What a turn used stands on the screen as it does in the report.
 *
 * @module
 */
export { renderUsage } from '../../index.ts';
