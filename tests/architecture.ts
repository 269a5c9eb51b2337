/** The rules of the project, each as a function from source files to sentences about violations. */
import { dirname, join, normalize } from 'node:path';

/** Text of every source file by its path. */
export type Sources = ReadonlyMap<string, string>;
type Import = { from: string; specifier: string };

/** Which rooms a room may import, besides itself. */
const arrows: Record<string, readonly string[]> = {
  domain: [],
  db: ['domain'],
  emails: ['domain'],
  web: ['domain'],
  server: ['domain', 'db', 'emails', 'web'],
  tests: ['domain', 'db', 'emails', 'web', 'server'],
};

/** Imports that the transpiler adds to every file with JSX. */
const jsx = /^react(\/jsx-(dev-)?runtime)?$/;
const longest = 300;
/** Files that are tables of data: their length says nothing about their structure. */
const data = [/^db\/migrations\//, /^tests\/support\/people\.ts$/];

function importsOf(from: string, source: string): Import[] {
  const text = withoutComments(source);
  const statements =
    /^[ \t]*(?:import|export)\s+(?:type\s+)?(?:[\w$*{][^'"`;]*?\s*from\s*)?['"]([^'"]+)['"]/gm;
  const calls = /\b(?:import|require)\(\s*['"]([^'"]+)['"]/g;
  return [...text.matchAll(statements), ...text.matchAll(calls)].map(([, specifier = '']) => ({
    from,
    specifier,
  }));
}

/** Imports that the transpiler sees and `importsOf` does not: the other rules would miss them. */
export function unseenImports(sources: Sources): string[] {
  const transpilers = {
    ts: new Bun.Transpiler({ loader: 'ts' }),
    tsx: new Bun.Transpiler({ loader: 'tsx' }),
  };
  return Array.from(sources).flatMap(([path, source]) => {
    const seen = new Set(importsOf(path, source).map(({ specifier }) => specifier));
    const found = transpilers[path.endsWith('x') ? 'tsx' : 'ts'].scanImports(source);
    const missed = found.filter((one) => !seen.has(one.path) && !jsx.test(one.path));
    return missed.map((one) => `${path} imports ${one.path}, unseen`);
  });
}

export function forbiddenArrows(sources: Sources): string[] {
  return localImports(sources).flatMap(({ from, target }) => {
    if (target === null) return [`${from} imports a file that does not exist`];
    const [room, other] = [roomOf(from), roomOf(target)];
    if (room === other || arrows[room]?.includes(other)) return [];
    return [`${from} imports ${target}`];
  });
}

/** Types count too: files that need one another's types cannot be understood one at a time. */
export function importCycles(sources: Sources): string[] {
  const edges = Map.groupBy(
    localImports(sources).filter(({ target }) => target !== null),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (trail.includes(path) || done.has(path)) return;
    for (const { target } of edges.get(path) ?? []) visit(target ?? '', [...trail, path]);
    done.add(path);
  };
  for (const path of sources.keys()) visit(path, []);
  return cycles;
}

/** Only `server/config.ts` and tests may read the environment. */
export function environmentReaders(sources: Sources): string[] {
  // in quotes it is a name that the build replaces
  const reads =
    /(?<!['"])\bprocess\.env\b|\bprocess\[|\bBun\.env\b|import\.meta\.env\b|\benv\b.*\bnode:process\b/;
  return pathsWhere(
    sources,
    (path, text) => roomOf(path) !== 'tests' && path !== 'server/config.ts' && reads.test(text),
  );
}

/** `domain` uses no files and no network. `domain`, `db` and `emails` get the time as an argument. */
export function impureFiles(sources: Sources): string[] {
  const platform = Array.from(sources).flatMap(([path, source]) =>
    importsOf(path, source)
      .filter(({ specifier }) => roomOf(path) === 'domain' && /^(node:|bun\b)/.test(specifier))
      .map(({ specifier }) => `${path} imports ${specifier}`),
  );
  const timeless = ['domain', 'db', 'emails'];
  const clock = /\bDate\.now\b|\bnew Date\(\)/;
  const withClock = pathsWhere(sources, (path, text) => timeless.includes(roomOf(path)) && clock.test(text));
  return [...platform, ...withClock.map((path) => `${path} reads the clock`)];
}

export function longFiles(sources: Sources): string[] {
  const lines = (text: string) => text.trimEnd().split('\n').length;
  return Array.from(sources)
    .filter(([path, text]) => lines(text) > longest && !data.some((pattern) => pattern.test(path)))
    .map(([path, text]) => `${path} has ${lines(text)} lines`);
}

/** Files that only re-export others. */
export function barrels(sources: Sources): string[] {
  const passed = /export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s*from\s*['"][^'"]+['"];?/g;
  return pathsWhere(sources, (_, text) => passed.test(text) && text.replace(passed, '').trim() === '');
}

function localImports(sources: Sources): (Import & { target: string | null })[] {
  return Array.from(sources)
    .flatMap(([path, source]) => importsOf(path, source))
    .filter(({ specifier }) => /^[.#]/.test(specifier) && !/\.(json|svg|md)$/.test(specifier))
    .map((one) => ({ ...one, target: resolve(sources, one) }));
}

function resolve(sources: Sources, { from, specifier }: Import): string | null {
  const path = specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(from), specifier));
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`];
  return candidates.find((candidate) => sources.has(candidate)) ?? null;
}

function pathsWhere(sources: Sources, isSo: (path: string, text: string) => boolean): string[] {
  return Array.from(sources.keys()).filter((path) => isSo(path, withoutComments(sources.get(path) ?? '')));
}

function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : '(root)';
}

// a line comment starts a line or follows a space: two slashes are also part of an address
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** Those that may render pages: in turns, once for all visitors, or in development. */
const renderers = [
  'server/pages/render.tsx',
  'server/features/pages/wizard.tsx',
  'server/features/pages/routes.ts',
  'server/features/workshop/routes.tsx',
];

/** Files of the server that render pages past the turns, which keep visitors from taking all of it. */
export function renderingPastTurns(sources: Sources): string[] {
  const rendering = /import \{[^}]*\brender(?:Page|Wizard|Staff|ToReadableStream)\b[^}]*\} from/;
  return [...sources]
    .filter(([path, text]) => path.startsWith('server/') && !renderers.includes(path) && rendering.test(text))
    .map(([path]) => path);
}
