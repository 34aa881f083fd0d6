/** Makes a value when it is first needed: to make all of them at every start takes longer than most commands work. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};
