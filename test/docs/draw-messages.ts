/**
 * Pictures of what an inspector receives from a real run: the tree of actors with their states, and the events of one actor.
 *
 * @module
 */

interface Message {
  readonly type: string;
  readonly sessionId: string;
  readonly name?: string;
  readonly parentId?: string;
  readonly event?: { readonly type: string };
  readonly snapshot?: { readonly status?: string; readonly value?: unknown; readonly context?: unknown };
}

interface Row {
  readonly depth: number;
  readonly name: string;
  readonly said: string;
}

const nameState = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(Object(value))
        .map(([key, inner]) => `${key}.${nameState(inner)}`)
        .join(' ');

/** Each actor below its parent, once for each name, with the states that it was in. */
export const listActors = (messages: readonly Message[]): readonly Row[] => {
  const actors = messages.filter(({ type }) => type === '@xstate.actor');
  const nameOf = (session: string | undefined): string | null =>
    actors.find(({ sessionId }) => sessionId === session)?.name ?? null;
  const rowsUnder = (parent: string | null, depth: number): readonly Row[] => {
    const names = new Set(actors.flatMap((each) => (nameOf(each.parentId) === parent ? [each.name ?? ''] : [])));
    return [...names].flatMap((name) => {
      const own = new Set(actors.flatMap((each) => (each.name === name ? [each.sessionId] : [])));
      const states = messages.flatMap(({ sessionId, snapshot }) =>
        own.has(sessionId) && snapshot?.value !== undefined ? [nameState(snapshot.value)] : [],
      );
      return [{ depth, name, said: [...new Set(states)].join(' → ') }, ...rowsUnder(name, depth + 1)];
    });
  };
  return rowsUnder(null, 0);
};

/** The events of the counter with what it holds after each. */
export const listCounts = (messages: readonly Message[], name: string): readonly Row[] => {
  const actor = messages.find((each) => each.name === name)?.sessionId;
  return messages.flatMap(({ type, sessionId, event, snapshot }) => {
    if (type !== '@xstate.snapshot' || sessionId !== actor || event?.type.startsWith('xstate.') === true) return [];
    const context: unknown = Object(snapshot?.context);
    const counts: unknown = Object(Reflect.get(Object(context), 'counts'));
    const [passing, failing] = ['suite_passing', 'suite_failing'].map((key) => Reflect.get(Object(counts), key));
    const greens: unknown = Reflect.get(Object(context), 'consecutive_green_runs');
    const said = `${String(passing)} passing, ${String(failing)} failing, green runs: ${String(greens)}`;
    return [{ depth: 0, name: event?.type ?? '', said }];
  });
};

const ROW = 24;
const WIDTH = 1000;
const MOST = 102;
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text);

/** @param title - also for those who do not see the picture */
export const drawRows = (title: string, rows: readonly Row[]): string => {
  const height = ROW * (rows.length + 2);
  const lines = rows.map(({ depth, name, said }, at) => {
    const y = ROW * (at + 2);
    return `<circle cx="${24 + depth * 24}" cy="${y - 5}" r="4"/><text x="${36 + depth * 24}" y="${y}"><tspan class="name">${escape(name)}</tspan></text><text class="said" x="250" y="${y}">${escape(cut(said))}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    `<title>${escape(title)}</title>`,
    '<style>text{font:13px ui-monospace,monospace;fill:#1f2328}.name{font-weight:600}.said{fill:#59636e;font-size:12px}circle{fill:#0969da}rect{fill:#f6f8fa;stroke:#d1d9e0}@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.said{fill:#9198a1}rect{fill:#151b23;stroke:#3d444d}circle{fill:#4493f8}}</style>',
    `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6"/>`,
    `<text class="said" x="16" y="20">${escape(title)}</text>`,
    ...lines,
    '</svg>\n',
  ].join('\n');
};
