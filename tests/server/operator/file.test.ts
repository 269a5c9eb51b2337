/** The operator file as operators write it, also wrongly. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOML } from 'bun';
import { placeholders } from '#domain/operator/operator';
import { facts } from '#server/operator/facts';
import { loadOperator, readOperator } from '#server/operator/file';
import { OperatorError } from '#server/process/failure';
import { filled, filledFile } from '#tests/support/operator';

let root = '';
let folders = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sattelfest-operator-'));
});
afterAll(() => rm(root, { recursive: true }));

/** A folder with this operator file. */
async function folderWith(content: string | Uint8Array): Promise<string> {
  folders += 1;
  const folder = join(root, String(folders));
  await Bun.write(join(folder, 'operator.toml'), content);
  return folder;
}

const problemsOf = async (content: string | Uint8Array) => readOperator(await folderWith(content)).problems;

describe('a right file', () => {
  test('is read completely', async () => {
    expect(loadOperator(await folderWith(TOML.stringify(filledFile)))).toEqual(filled);
  });

  test.each([
    ['no file', null],
    ['an empty one', ''],
    ['one with comments only', '# nichts\n'],
  ])('is not needed: %s leaves the placeholders', async (_, content) => {
    const folder = content === null ? join(root, 'nowhere') : await folderWith(content);
    expect(loadOperator(folder)).toEqual(placeholders);
  });

  test('may have a byte order mark, Windows line ends, bare dates, blanks and what is unseen', async () => {
    const text = '\uFEFF[brand]\r\nname = " Huf\u00adschutz"\r\n[legal]\r\nwordingsConfirmed = 2026-12-01';
    const operator = loadOperator(await folderWith(text));
    expect(operator.brand.name).toBe('Hufschutz');
    expect(operator.legal.wordingsConfirmed).toBe('2026-12-01');
  });

  test('may have a template in several lines with Windows line ends, also escaped ones', async () => {
    const head = '[[templates]]\r\nname = "A"\r\nstatus = "issued"\r\nsubject = "B"\r\n';
    const { templates } = loadOperator(
      await folderWith(`${head}body = """\r\nEins\r\nZwei\\r\\nDrei"""\r\n`),
    );
    expect(templates).toMatchObject([{ body: 'Eins\nZwei\nDrei' }]);
  });

  test('may name another office, of which nothing is taken from the built-in one', async () => {
    const office =
      '[legal.ombudsman]\nname = "Schlichtungsstelle"\nstreet = "Am Markt 1"\ncity = "04109 Leipzig"\n';
    const { legal } = loadOperator(await folderWith(office));
    expect(legal.ombudsman).toEqual({
      name: 'Schlichtungsstelle',
      street: 'Am Markt 1',
      city: '04109 Leipzig',
    });
    expect(legal.supervision).toEqual(placeholders.legal.supervision);
  });

  test('may have no testimonials', async () => {
    expect(loadOperator(await folderWith('testimonials = []')).testimonials).toEqual([]);
  });
});

/** So that the title of the test is short. */
const bySentence = ([content, sentence]: [string, string]) => [sentence, content] as const;

describe('a wrong value is named with its key', () => {
  const values: [content: string, sentence: string][] = [
    ['[creditor]\nid = "DE98ZZZ09999999998"', 'creditor.id must be a SEPA creditor id'],
    ['[creditor]\nid = "DE98 ZZZ0 9999 9999 99"', 'creditor.id must be a SEPA creditor id'],
    ['[company]\nemail = "post"', 'company.email must be an e-mail address'],
    ['[company]\nemail = "post@linde.de, eva@linde.de"', 'company.email must be an e-mail address'],
    ['[company]\nphone = "per Fax"', 'company.phone must be a phone number'],
    ['[company]\nzipCode = "4109"', 'company.zipCode must be five digits in quotes'],
    ['[company]\nzipCode = 4109', 'company.zipCode must be five digits in quotes'],
    ['[company]\nvatId = "keine"', 'company.vatId must be a VAT id such as DE123456789, or "-"'],
    ['[company]\nname = ""', 'company.name must be a text of 1 to 100 characters in one line'],
    ['[company]\nname = "   "', 'company.name must be a text of 1 to 100 characters in one line'],
    [`[company]\nname = "${'x'.repeat(101)}"`, 'company.name must be a text of 1 to 100 characters'],
    ['[company]\nname = "a\\nb"', 'company.name must be a text of 1 to 100 characters in one line'],
    ['[company]\nname = "a\\u0000b"', 'company.name must be a text of 1 to 100 characters in one line'],
    ['[company]\nname = 7', 'company.name must be a text of 1 to 100 characters in one line'],
    ['[company]\nname = ["a"]', 'company.name must be a text of 1 to 100 characters in one line'],
    ['company = "Linde"', 'company must be a table, [company]'],
    ['[[company]]\nname = "Linde"', 'company must be a table, [company]'],
    ['[insurer]\nproductLines = "OP"', 'insurer.productLines must be a list'],
    ['[insurer]\nproductLines = []', 'insurer.productLines must be a list of 1 to 20 texts'],
    ['[insurer]\nproductLines = ["OP", 3]', 'insurer.productLines[2] must be a text'],
    ['[mail]\nfrom = "Linde <post@linde.de>"', 'mail.from must be an e-mail address'],
    ['[legal]\nstatus = "makler"', 'legal.status must be "tied_agent", "agent" or "broker"'],
    ['[legal]\nstatus = ["broker"]', 'legal.status must be "tied_agent", "agent" or "broker"'],
    ['[legal]\nwordingsConfirmed = "30.02.2026"', 'legal.wordingsConfirmed must be a day such as'],
    ['[legal]\nwordingsConfirmed = "2026-02-30"', 'legal.wordingsConfirmed must be a day such as'],
    ['[legal]\nwordingsConfirmed = true', 'legal.wordingsConfirmed must be a day such as'],
    ['[legal.ombudsman]\nstreet = "A"\ncity = "B"', 'legal.ombudsman.name must be given'],
    [
      '[legal.register]\nname = "A"\nstreet = "B"\ncity = "C"\nwebsite = "javascript:alert(1)"',
      'legal.register.website must be an address that begins with https://',
    ],
    [
      '[legal.register]\nname = "A"\nstreet = "B"\ncity = "C"\nwebsite = "https://a:b@register.example"',
      'legal.register.website must be an address that begins with https://',
    ],
    [
      '[legal.register]\nname = "A"\nstreet = "B"\ncity = "C"\nwebsite = "http://register.example"',
      'legal.register.website must be an address that begins with https://',
    ],
    ['[testimonials]\nkind = "verified"', 'testimonials must be a list, [[testimonials]]'],
    ['[[testimonials]]\nkind = "verified"\nname = "Eva"', 'testimonials[1].text must be given'],
    [
      '[[testimonials]]\nkind = "verified"\nname = "A"\ntext = "B"\n[[testimonials]]\nkind = "example"\nname = "C"\ntext = "D"',
      'testimonials must be at most 12, of one kind: all "example" or all "verified"',
    ],
    [
      '[[testimonials]]\nkind = "verified"\nname = "A"\ntext = "B"\n'.repeat(13),
      'testimonials must be at most 12',
    ],
    [
      '[[templates]]\nname = "A"\nstatus = "issued"\nsubject = "B"\nbody = "C"\n'.repeat(101),
      'templates must be at most 100',
    ],
    [`[creditor]\nname = "${'x'.repeat(71)}"`, 'creditor.name must be a text of 1 to 70 characters'],
    [
      '[[templates]]\nname = "A"\nstatus = "issued"\nsubject = "B"\nbody = "{iban}"',
      'templates[1].body must be a text of 1 to 5000 characters, without an IBAN, and with no braces but',
    ],
    [
      '[[templates]]\nname = "A"\nstatus = "new"\nsubject = "B"\nbody = "C"',
      'templates[1].status must be "inquiry"',
    ],
    [
      `[[templates]]\nname = "A"\nstatus = "issued"\nsubject = "${'x'.repeat(151)}"\nbody = "C"`,
      'templates[1].subject must be a text of 1 to 150 characters in one line',
    ],
    [
      `[[templates]]\nname = "A"\nstatus = "issued"\nsubject = "B"\nbody = "${'x'.repeat(5001)}"`,
      'templates[1].body must be a text of 1 to 5000 characters',
    ],
  ];
  test.each(values.map(bySentence))('%s', async (sentence, content) => {
    const [first = '', ...more] = await problemsOf(content);
    expect(first).toStartWith(sentence);
    expect(first).not.toContain('\n');
    expect(more).toEqual([]);
  });

  const unknown: [content: string, sentence: string][] = [
    ['[company]\nfax = "0341 1"', 'company.fax must be left out: there is no such key'],
    ['[company]\nphoneHref = "tel:1"', 'company.phoneHref must be left out: there is no such key'],
    ['[firma]\nname = "Linde"', 'firma must be left out: there is no such key'],
    ['name = "Linde"', 'name must be left out: there is no such key'],
    ['[brand]\n"a\\nb" = "x"', 'brand."a\\nb" must be left out: there is no such key'],
    ['[company]\n"__proto__" = "x"', 'company.__proto__ must be left out: there is no such key'],
    [
      '[[testimonials]]\nkind = "example"\nname = "A"\ntext = "B"\nstars = 5',
      'testimonials[1].stars must be left out',
    ],
  ];
  test.each(unknown.map(bySentence))('and so is an unknown key: %s', async (sentence, content) => {
    const [first = '', ...more] = await problemsOf(content);
    expect(first).toStartWith(sentence);
    expect(more).toEqual([]);
  });

  test('and all of several problems', async () => {
    const problems = await problemsOf('[company]\nfax = "1"\nemail = "post"\n[creditor]\nid = "x"');
    expect(problems.map((one) => one.split(' ')[0])).toEqual(['company.fax', 'company.email', 'creditor.id']);
  });
});

describe('a file that is no TOML is named with the line', () => {
  test.each([
    ['[brand]\nname = = "x"', 2],
    ['[brand\nname = "x"', 1],
    ['[brand]\nname = Hufschutz', 2],
    ['# a\n\n[brand]\nname = "x', 4],
    ['[brand]\nname = "a"\nclaim = "b"\nname = "c"', 4],
    ['[company]\nzipCode = 04109', 2],
    ['{"brand": {"name": "x"}}', 1],
    ['[[templates]]\nbody = """\n\nHallo,\n\n"""\n[insurer]\nproductLines = [\n  "OP",\n]\nname = Linde', 11],
    ['[[templates]]\nbody = """\nHallo\n[insurer]\nname = "Linde"', 2],
  ])('%p', async (content, line) => {
    const [problem = '', ...more] = await problemsOf(content);
    expect(problem).toMatch(new RegExp(`^line ${line}: \\S`));
    expect(problem).not.toContain('\n');
    expect(more).toEqual([]);
  });
});

describe('a file that cannot be read', () => {
  test('because it is not UTF-8 is refused', async () => {
    expect(await problemsOf(Buffer.from('[brand]\nname = "Pf\xe4rd"', 'latin1'))).toEqual([
      'it must be saved as UTF-8',
    ]);
  });

  test('because it is a folder is refused', async () => {
    const folder = join(root, 'folder');
    await mkdir(join(folder, 'operator.toml'), { recursive: true });
    expect(readOperator(folder).problems[0]).toMatch(/operator\.toml must be a file .*\(EISDIR\)$/);
  });

  test('because the folder is a file is refused', async () => {
    const folder = join(root, 'file');
    await Bun.write(folder, '');
    expect(readOperator(folder).problems[0]).toContain('ENOTDIR');
  });

  test('because its link leads nowhere is refused', async () => {
    const folder = join(root, 'linked');
    await mkdir(folder);
    await symlink(join(root, 'unmounted'), join(folder, 'operator.toml'));
    expect(readOperator(folder).problems[0]).toMatch(/operator\.toml must be a file .*\(ENOENT\)$/);
  });

  test('because it is larger than such a file can be is refused', async () => {
    expect(await problemsOf('#'.repeat(1024 * 1024 + 1))).toEqual(['it must have at most 1 MiB']);
  });

  test('ends the start with one line', async () => {
    const folder = await folderWith('[creditor]\nid = "x"');
    const load = () => loadOperator(folder);
    expect(load).toThrow(OperatorError);
    expect(load).toThrow('operator.toml: creditor.id must be a SEPA creditor id');
  });
});

describe('the file that init writes', () => {
  const template = readFileSync(join(import.meta.dir, '../../../server/operator/template.toml'), 'utf8');

  test('reads back as the placeholders', async () => {
    expect(loadOperator(await folderWith(template))).toEqual(placeholders);
  });

  test('contains every key, each with a comment in the line above', () => {
    const lines = template.split('\n');
    for (const [section, values] of Object.entries({ ...filledFile, ...facts })) {
      if (Array.isArray(values)) expect(template).toContain(`[[${section}]]`);
      else
        for (const key of Object.keys(values)) {
          const from = lines.indexOf(`[${section}]`);
          const at = lines.findIndex(
            (line, index) => index > from && line.replace(/^# /, '').startsWith(`${key} = `),
          );
          expect({ key, at: at > from && from >= 0 }).toEqual({ key, at: true });
          expect(lines[at - 1]).toMatch(/^# \S/);
        }
    }
  });

  test('is complete without its comments too: every line with a # and a key is right', async () => {
    const uncommented = template
      .replaceAll(
        /^# (status|state|wordingsConfirmed|testimonialsChecked|name|street|city|website) = /gm,
        '$1 = ',
      )
      .replace('# [legal.permission]', '[legal.permission]');
    const { operator, problems } = readOperator(
      await folderWith(uncommented.replace(/# \[\[templates\]\].*/s, '')),
    );
    expect(problems).toEqual([]);
    expect(operator?.legal.statusGiven).toBe(true);
    expect(operator?.legal.permission?.city).toBe('04109 Leipzig');
  });
});
