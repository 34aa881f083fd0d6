/**
 * The elements of a workspace, and the one that a name means: lines are read in order, so a name means only an element
 * above it.
 *
 * @module
 */

export interface Element {
  /** Keyword of the language, in lower case. */
  readonly kind: string;
  readonly parent: Element | null;
  /** With the names of all around it, `system.api`; `''` for one without a name. */
  readonly path: string;
}

export interface Elements {
  readonly add: (kind: string, parent: Element | null, name: string) => Element | null;
  /** @param from the element in which the name is used */
  readonly find: (name: string, from: Element | null) => Element | null;
  readonly setHierarchical: () => void;
}

/** Names are the same in any case. */
export const createElements = (): Elements => {
  const known = new Map<string, Element>();
  let hierarchical = false;
  return {
    setHierarchical: () => {
      hierarchical = true;
    },
    /** Null when the name is taken. */
    add: (kind, parent, name) => {
      const own = name.toLowerCase();
      const path = hierarchical && own !== '' && parent !== null && parent.path !== '' ? `${parent.path}.${own}` : own;
      if (path !== '' && known.has(path)) return null;
      const element = { kind, parent, path };
      if (path !== '') known.set(path, element);
      return element;
    },
    find: (name, from) => {
      const own = name.toLowerCase();
      if (own === 'this') return from;
      if (hierarchical) {
        for (let scope = from; scope !== null; scope = scope.parent) {
          const found = scope.path === '' ? undefined : known.get(`${scope.path}.${own}`);
          if (found !== undefined) return found;
        }
      }
      return known.get(own) ?? null;
    },
  };
};

/** Is it the same, or does it lie in it? */
export const liesIn = (element: Element, around: Element): boolean => {
  for (let one: Element | null = element; one !== null; one = one.parent) if (one === around) return true;
  return false;
};
