/** Measures of the whole source that no rule about one file sees. Their ceilings may only fall (`architecture.test.ts`). */
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Sources } from './architecture';

type Arrow = { from: string; to: string; isType: boolean };

/** Folders that import one another, types included, each pair once. A folder and one inside it are no pair. */
export function twoWayFolders(sources: Sources): string[] {
  const arrows = new Set(
    arrowsOf(sources)
      .map(({ from, to }) => [dirname(from), dirname(to)] as const)
      .filter(
        ([from, to]) => from !== to && !`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`),
      )
      .map(([from, to]) => `${from} ↔ ${to}`),
  );
  return [...arrows]
    .filter((arrow) => {
      const [from = '', to = ''] = arrow.split(' ↔ ');
      return from < to && arrows.has(`${to} ↔ ${from}`);
    })
    .sort();
}

/** The modules that a file loads, itself included: what one must know to know all that it can do. */
export function reachOf(sources: Sources, path: string): string[] {
  const values = Map.groupBy(
    arrowsOf(sources).filter(({ isType }) => !isType),
    ({ from }) => from,
  );
  const seen = new Set([path]);
  for (const one of seen) for (const { to } of values.get(one) ?? []) seen.add(to);
  return [...seen];
}

/** What the source weighs. A file is imported by those that name it in a static import, types included. */
export function massOf(sources: Sources) {
  const filled = [...sources.values()].flatMap((text) => text.split('\n').filter((line) => line.trim()));
  const share = (lines: number) => (100 * lines) / filled.length;
  const { importLines, importers, readers } = importsIn(sources);
  const byOne = (users: Set<string> | undefined) => users?.size === 1;
  return {
    lines: filled.length,
    files: sources.size,
    importShare: share(importLines),
    commentShare: share([...sources.values()].reduce((sum, text) => sum + commentLines(text), 0)),
    exportsReadByOne: [...readers.values()].filter(byOne).length,
    filesWithOneImporter: [...sources.keys()].filter((path) => byOne(importers.get(path))).length,
  };
}

/** Folders that hold a file of this noun: in how many places a reader looks. */
export function foldersOf(sources: Sources, noun: string): string[] {
  return [...new Set([...sources.keys()].filter((path) => path.toLowerCase().includes(noun)).map(dirname))];
}

function importsIn(sources: Sources) {
  const [importers, readers] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const note = (users: Map<string, Set<string>>, key: string, path: string) =>
    users.set(key, (users.get(key) ?? new Set()).add(path));
  let importLines = 0;
  for (const [path, text] of sources) {
    for (const { start, end, moduleRequest, entries } of parseSync(path, text).module.staticImports) {
      importLines += text.slice(start, end).split('\n').length;
      const to = resolved(sources, path, moduleRequest.value);
      if (!to) continue;
      note(importers, to, path);
      for (const { importName } of entries) note(readers, `${to}#${importName.name}`, path);
    }
  }
  return { importLines, importers, readers };
}

/** Lines that are nothing but comment. */
function commentLines(text: string): number {
  let [comments, isInside] = [0, false];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const begins = /^\{?\/\*/.test(line);
    if (isInside || begins || line.startsWith('//')) comments += 1;
    isInside = (isInside || begins) && !line.includes('*/');
  }
  return comments;
}

/** Parsing takes most of the time, and each measure needs it. */
const known = new WeakMap<Sources, Arrow[]>();

function arrowsOf(sources: Sources): Arrow[] {
  const found = known.get(sources) ?? parsedArrows(sources);
  known.set(sources, found);
  return found;
}

function parsedArrows(sources: Sources): Arrow[] {
  return [...sources].flatMap(([from, text]) => {
    const { module } = parseSync(from, text);
    const found = [
      ...module.staticImports.map(({ moduleRequest, entries }) => ({
        name: moduleRequest.value,
        isType: entries.length > 0 && entries.every((one) => one.isType),
      })),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.map(({ moduleRequest, isType }) => ({ name: moduleRequest?.value, isType })),
      ),
      ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
        name: text.slice(start + 1, end - 1),
        isType: false,
      })),
    ];
    return found.flatMap(({ name, isType }) => {
      const to = name && resolved(sources, from, name);
      return to ? [{ from, to, isType }] : [];
    });
  });
}

function resolved(sources: Sources, from: string, name: string): string | undefined {
  if (!/^[.#]/.test(name)) return undefined;
  const path = name.startsWith('#') ? name.slice(1) : normalize(join(dirname(from), name));
  return [path, `${path}.ts`, `${path}.tsx`].find((one) => sources.has(one));
}
