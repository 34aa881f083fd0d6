/**
 * Durations on the screen are those of the report.
 *
 * @module
 */
export { renderDuration } from '../../../index.ts';
