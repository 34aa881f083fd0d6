/** A file's text, taken into the bundle when it is built. */
declare module '*?raw' {
  const text: string;
  // oxlint-disable-next-line import/no-default-export -- the form in which Vite gives it
  export default text;
}
