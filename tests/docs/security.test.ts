/** `docs/security.md` against the OWASP standard, the tests that name its requirements, and the settings. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import { variableNames } from '#server/variables';
import standard from './asvs-5.0.json';

const tests = join(import.meta.dir, '..');
const text = await Bun.file(join(tests, '../docs/security.md')).text();

/** The text below a heading, up to the next one of its level or above. */
function below(heading: string): string {
  const [, part = ''] = text.split(`\n${heading}\n`);
  const [level = ''] = heading.split(' ');
  return part.split(new RegExp(`^#{1,${level.length}} `, 'm'))[0] ?? '';
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

const [held, idle] = [rowsIn(below('### Holds')), rowsIn(below('### Does not apply'))];
const holding = held.flatMap(([cell = '']) => numbersIn(cell));
/** Of the points that name requirements after their own name. */
const open = Array.from(below('## What stays open').matchAll(/^- \*\*[^*]+\*\*:? ?\((\d[^)]+)\)/gm));

/** The requirements that comments such as `// ASVS 1.2.4, V10` in test files name, with their files. */
const tags: { number: string; file: string }[] = [];
for await (const file of new Glob('**/*.test.{ts,tsx}').scan(tests)) {
  const source = await Bun.file(join(tests, file)).text();
  for (const [, cell = ''] of source.matchAll(/^\s*\/\/ ASVS (.+)$/gm))
    tags.push(...numbersIn(cell).map((number) => ({ number, file })));
}

describe('the requirements of the standard', () => {
  test('of levels 1 and 2 hold, do not apply or stay open, each once, and no other does', () => {
    expect(required).toHaveLength(253);
    const told = [...held, ...idle, ...open.map(([, cell = '']) => [cell])];
    expect(told.flatMap(([cell = '']) => numbersIn(cell)).sort((a, b) => Bun.semver.order(a, b))).toEqual(
      required,
    );
  });

  test('that hold are those that tests name', () => {
    const tagged = new Set(tags.map(({ number }) => number));
    expect(holding.filter((number) => !tagged.has(number))).toEqual([]);
    expect(tags.filter(({ number }) => !holding.includes(number))).toEqual([]);
  });

  test('have words or a reason beside them, and those that hold are in their order', () => {
    expect([...held, ...idle].filter((cells) => cells.length !== 2 || cells.includes(''))).toEqual([]);
    const firsts = held.map(([cell]) => numbersIn(cell ?? '')[0] ?? '');
    expect(firsts).toEqual(firsts.toSorted((a, b) => Bun.semver.order(a, b)));
  });
});

test('headings of other documents that the page cites exist', async () => {
  const cited = Array.from(text.matchAll(/\b([a-z]+)(?:\]\(\1\.md\))?,\s"([^"]+)"/g));
  expect(cited.length).toBeGreaterThan(8);
  for (const [, document, heading = ''] of cited)
    expect(await Bun.file(join(tests, `../docs/${document}.md`)).text()).toMatch(
      new RegExp(`^#{2,3} ${RegExp.escape(heading)}$`, 'm'),
    );
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
