/** `docs/security.md` against the OWASP standard, the tests that name its requirements, and the settings. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import { variableNames } from '#server/variables';
import standard from './asvs-5.0.json';

const tests = join(import.meta.dir, '..');
const text = await Bun.file(join(tests, '../docs/security.md')).text();

/** The text below a heading, up to the next one of its level. */
function below(heading: string): string {
  const [, part = ''] = text.split(`\n${heading}\n`);
  const [level = ''] = heading.split(' ');
  return part.split(`\n${level} `)[0] ?? '';
}

/** The cells of the table in a section, without its head. */
function rowsIn(section: string): string[][] {
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const codesIn = (part: string) => Array.from(part.matchAll(/`([^`]+)`/g), ([, code = '']) => code);

/** The requirements of levels 1 and 2 in the order of the standard. */
const required = Object.values(standard.chapters)
  .flatMap((levels) => Object.values(levels).flatMap((numbers) => numbers.match(/\S+/g) ?? []))
  .sort((a, b) => Bun.semver.order(a, b));
const chapterOf = (number: string) => `V${number.split('.')[0]}`;

/** The requirements of a cell such as `1.2.5–1.2.8, 1.3.1` or `V10`, among them numbers that do not exist. */
function numbersIn(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    if (part in standard.chapters) return required.filter((number) => chapterOf(number) === part);
    const [first = '', last = first] = part.split('–');
    if (first === last) return [first];
    const [from, to] = [required.indexOf(first), required.indexOf(last)];
    return from >= 0 && from < to ? required.slice(from, to + 1) : [part];
  });
}

const chapters = below('## OWASP ASVS 5.0')
  .split('\n### ')
  .slice(1)
  .map((section) => ({
    names: Array.from(section.split('\n', 1)[0]?.matchAll(/V\d+/g) ?? [], String),
    rows: rowsIn(section),
  }));
const rows = chapters.flatMap((chapter) => chapter.rows);
const points = Array.from(
  below('## What stays open').matchAll(/^- \*\*([^*]+)\*\*:? ?(?:\(([^)]+)\))?/gm),
  (found) => {
    const [, name = '', numbers = ''] = found;
    return { name: name.replace(/\.$/, ''), numbers: /^\d/.test(numbers) ? numbersIn(numbers) : [] };
  },
);

/** The requirements that comments such as `// ASVS 1.2.4, V10` in test files name, with their files. */
const tags: { number: string; file: string }[] = [];
for await (const file of new Glob('**/*.test.{ts,tsx}').scan(tests)) {
  const source = await Bun.file(join(tests, file)).text();
  for (const [, cell = ''] of source.matchAll(/^\s*\/\/ ASVS (.+)$/gm))
    tags.push(...numbersIn(cell).map((number) => ({ number, file })));
}
const holding = rows.filter((row) => row[2] === 'holds').flatMap(([cell = '']) => numbersIn(cell));

describe('the tables of the standard', () => {
  test('have each requirement of levels 1 and 2 once, and no other', () => {
    expect(required).toHaveLength(253);
    expect(
      rows.flatMap(([numbers = '']) => numbersIn(numbers)).sort((a, b) => Bun.semver.order(a, b)),
    ).toEqual(required);
  });

  test('have each requirement in its chapter', () => {
    const strays = chapters.flatMap(({ names, rows }) =>
      rows.flatMap(([cell = '']) => numbersIn(cell).filter((number) => !names.includes(chapterOf(number)))),
    );
    expect(strays).toEqual([]);
  });

  test('have four cells and one of three verdicts in each row', () => {
    const wrong = rows.filter(
      ([numbers, words, verdict = '', why, ...more]) =>
        !numbers ||
        !words ||
        more.length > 0 ||
        !(verdict === 'holds' || (/^(n\.a\.|open)$/.test(verdict) && why)),
    );
    expect(wrong).toEqual([]);
  });

  test('say of the requirements that tests name, and of no other, that they hold', () => {
    const tagged = new Set(tags.map(({ number }) => number));
    expect(holding.filter((number) => !tagged.has(number))).toEqual([]);
    expect(tags.filter(({ number }) => !holding.includes(number))).toEqual([]);
  });

  test('name, of what is open, the point that says why, and that names the requirement', () => {
    const open = rows.filter(([, , verdict]) => verdict === 'open');
    const told = open.flatMap(([cell = '', , , by = '']) => numbersIn(cell).map((number) => [number, by]));
    const reasons = points.flatMap(({ name, numbers }) => numbers.map((number) => [number, name]));
    expect(told.toSorted()).toEqual(reasons.toSorted());
  });
});

// ASVS 11.1.2
test('every key, password and token of the settings is in the table of keys', () => {
  const secrets = variableNames.filter((name) => /KEY|SECRET|TOKEN$|PASSWORD$/.test(name));
  const listed = rowsIn(below('### Keys')).flatMap(([name = '']) => codesIn(name));
  expect(listed.toSorted()).toEqual(secrets.toSorted());
});

// ASVS 13.1.1
test('every address of the settings is in the table of connections', () => {
  const addresses = variableNames.filter((name) => /_URL$|^DNS_SERVERS$/.test(name));
  const listed = rowsIn(below('### Connections')).flatMap(([, setting = '']) => codesIn(setting));
  expect(listed.filter((name) => name !== 'METRICS_TOKEN').toSorted()).toEqual(addresses.toSorted());
});
