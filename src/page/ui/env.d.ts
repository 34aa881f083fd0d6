/** Style sheets are taken in for what they do, and say nothing. */
declare module '*.css';
