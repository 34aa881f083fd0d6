/**
 * Style sheets are taken in for what they do, and say nothing.
 *
 * @module
 */
declare module '*.css';
