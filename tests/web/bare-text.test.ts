import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { bareTexts } from './bare-text';

const root = join(import.meta.dir, '../..');
const inBrowsers = new Bun.Glob('web/{backoffice,hydrated,islands,ui,wizard}/**/*.tsx');

/** Never change: a label of a constant, and what is always an element. */
const constant =
  /^web\/backoffice\/(dashboard\/DashboardPage\.tsx:\d+: \{label\}$|progress\.tsx:\d+: \{badge\}$)/;

test('a screen changes no text that stands beside other things', async () => {
  const found: string[] = [];
  for (const path of inBrowsers.scanSync({ cwd: root }))
    found.push(...bareTexts(path, await Bun.file(join(root, path)).text()));
  expect(found.filter((line) => !constant.test(line))).toEqual([]);
});

test.each([
  ['a text in place of an element', '<b>{done ? <i/> : number}{done ? <i/> : null}</b>'],
  ['a text in place of an element, for a table', 'cell(email ? <i/> : "-")'],
  ['a number in a sentence', '<b>Schritt {current} von 6</b>'],
  ['a text that comes and goes', '<b>{dirty ? "Neu. " : ""}<i/></b>'],
  ['an element that comes before a text', '<b>{busy ? <i/> : null}Speichern</b>'],
  ['a list before a text', '<b>{rows.map((row) => <i key={row}/>)}Ende</b>'],
  ['a text of its own in a fragment', '<>{label}</>'],
])('%s is found', (_, code) => {
  expect(bareTexts('x.tsx', `const x = ${code};`)).not.toEqual([]);
});

test.each([
  '<b>{label}</b>',
  '<b>{busy ? "Wird gespeichert..." : "Weiter"}</b>',
  '<b>{email ? <i/> : <span>-</span>}</b>',
  '<b>Schritt <span>{current}</span> von 6</b>',
  '<b>Speichern{busy ? <i/> : null}</b>',
  '<b>{children}{note ? <i/> : null}</b>',
])('%s is safe', (code) => {
  expect(bareTexts('x.tsx', `const x = ${code};`)).toEqual([]);
});
