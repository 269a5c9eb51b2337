/** The operator file as operators write it, also wrongly. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TOML } from 'bun';
import { placeholders } from '#domain/operator/operator';
import { facts, loadOperator, readOperator } from '#server/operator/file';
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
    const ombudsman = { name: 'Schlichtungsstelle', street: 'Am Markt 1', city: '04109 Leipzig' };
    expect(legal.ombudsman).toEqual(ombudsman);
    expect(legal.supervision).toEqual(placeholders.legal.supervision);
  });

  test.each([0, 17.5, 19.19, 100])('may have a tax rate of %d', async (rate) => {
    const { legal } = loadOperator(await folderWith(`[legal]\ninsuranceTaxPercent = ${rate}`));
    expect(legal.insuranceTaxPercent).toBe(rate);
  });

  test('may have no testimonials', async () => {
    expect(loadOperator(await folderWith('testimonials = []')).testimonials).toEqual([]);
  });
});

const oneLine = 'name must be a text of 1 to 100 characters in one line';
const noDay = 'wordingsConfirmed must be a day such as';
const noKey = 'must be left out: there is no such key';
const field = 'title = "A"\nfact = "applicationId"';
const list = (name: string, count: number, ...lines: string[]) =>
  [`[[${name}]]`, ...lines, ''].join('\n').repeat(count);
const template = (change: Record<string, string>) =>
  Object.entries({ name: 'A', status: 'issued', subject: 'B', body: 'C', ...change })
    .map(([key, value]) => `${key} = "${value}"`)
    .join('\n');

/** By section: what is written there, and how the sentence about it goes on behind the name of the section. */
const wrong: Record<string, [written: string, sentence: string][]> = {
  company: [
    ['email = "post"', '.email must be an e-mail address'],
    ['email = "post@linde.de, eva@linde.de"', '.email must be an e-mail address'],
    ['phone = "per Fax"', '.phone must be a phone number'],
    ['zipCode = "4109"', '.zipCode must be five digits in quotes'],
    ['zipCode = 4109', '.zipCode must be five digits in quotes'],
    ['vatId = "keine"', '.vatId must be a VAT id such as DE123456789, or "-"'],
    [`name = "${'x'.repeat(101)}"`, '.name must be a text of 1 to 100 characters'],
    ...['""', '"   "', '"a\\nb"', '"a\\u0000b"', '7', '["a"]'].map((name): [string, string] => [
      `name = ${name}`,
      `.${oneLine}`,
    ]),
    ['fax = "0341 1"', `.fax ${noKey}`],
    ['phoneHref = "tel:1"', `.phoneHref ${noKey}`],
    ['"__proto__" = "x"', `.__proto__ ${noKey}`],
    ...['"nw"', '""', '"DE"', '"__proto__"', '5', '["NW"]'].map((state): [string, string] => [
      `state = ${state}`,
      '.state must be "BB", ',
    ]),
  ],
  creditor: [
    ['id = "DE98ZZZ09999999998"', '.id must be a SEPA creditor id'],
    ['id = "DE98 ZZZ0 9999 9999 99"', '.id must be a SEPA creditor id'],
    [`name = "${'x'.repeat(71)}"`, '.name must be a text of 1 to 70 characters'],
  ],
  brand: [['"a\\nb" = "x"', `."a\\nb" ${noKey}`]],
  firma: [['name = "Linde"', ` ${noKey}`]],
  insurer: [
    ['productLines = "OP"', '.productLines must be a list'],
    ['productLines = []', '.productLines must be a list of 1 to 20 texts'],
    ['productLines = ["OP", 3]', '.productLines[2] must be a text'],
  ],
  mail: [['from = "Linde <post@linde.de>"', '.from must be an e-mail address']],
  legal: [
    ['status = "makler"', '.status must be "tied_agent", "agent" or "broker"'],
    ['status = ["broker"]', '.status must be "tied_agent", "agent" or "broker"'],
    ['wordingsConfirmed = "30.02.2026"', `.${noDay}`],
    ['wordingsConfirmed = "2026-02-30"', `.${noDay}`],
    ['wordingsConfirmed = true', `.${noDay}`],
    // a text would show the small ones as 0 %
    ...['1e-7', '0.004', '17.501', '-1', '100.1', 'nan', 'inf', '"19"', 'true', '[19]'].map(
      (rate): [string, string] => [
        `insuranceTaxPercent = ${rate}`,
        '.insuranceTaxPercent must be a number from 0 to 100 with at most two decimals',
      ],
    ),
  ],
  'legal.ombudsman': [['street = "A"\ncity = "B"', '.name must be given']],
  'legal.register': ['javascript:alert(1)', 'https://a:b@register.example', 'http://register.example'].map(
    (website): [string, string] => [
      `name = "A"\nstreet = "B"\ncity = "C"\nwebsite = "${website}"`,
      '.website must be an address that begins with https://',
    ],
  ),
  testimonials: [['kind = "verified"', ' must be a list, [[testimonials]]']],
  '[testimonials]': [
    ['kind = "verified"\nname = "Eva"', '[1].text must be given'],
    ['kind = "example"\nname = "A"\ntext = "B"\nstars = 5', '[1].stars must be left out'],
    [
      `kind = "verified"\nname = "A"\ntext = "B"\n${list('testimonials', 1, 'kind = "example"', 'name = "C"', 'text = "D"')}`,
      ' must be at most 12, of one kind: all "example" or all "verified"',
    ],
    [
      `kind = "verified"\nname = "A"\ntext = "B"\n${list('testimonials', 12, 'kind = "verified"', 'name = "A"', 'text = "B"')}`,
      ' must be at most 12',
    ],
  ],
  '[handover.columns]': [
    ['title = "A"\nfact = "constructor"', '[1].fact must be a key that docs/reference.md lists, such as'],
    [`${field}\n${list('handover.columns', 100, field)}`, ' must be a list of 1 to 100 columns'],
  ],
  handover: [['columns = []', '.columns must be a list of 1 to 100 columns']],
  analytics: [['name = "A"\nprovider = "B"\ncountry = "C"', '.purpose must be given']],
  '[templates]': [
    [`${template({})}\n${list('templates', 100, template({}))}`, ' must be at most 100'],
    [
      template({ body: '{iban}' }),
      '[1].body must be a text of 1 to 5000 characters, without an IBAN, and with no braces but',
    ],
    [template({ status: 'new' }), '[1].status must be "inquiry"'],
    [template({ subject: 'x'.repeat(151) }), '[1].subject must be a text of 1 to 150 characters in one line'],
    [template({ body: 'x'.repeat(5001) }), '[1].body must be a text of 1 to 5000 characters'],
  ],
};
const wrongFiles = [
  ...Object.entries(wrong).flatMap(([section, rows]) =>
    rows.map(([written, sentence]) => [section.replace(/[[\]]/g, '') + sentence, `[${section}]\n${written}`]),
  ),
  ['company must be a table, [company]', 'company = "Linde"'],
  ['company must be a table, [company]', '[[company]]\nname = "Linde"'],
  [`name ${noKey}`, 'name = "Linde"'],
] as [string, string][];

test.each(wrongFiles)('a wrong value or an unknown key is named %s', async (sentence, content) => {
  const [first = '', ...more] = await problemsOf(content);
  expect(first).toStartWith(sentence);
  expect(first).not.toContain('\n');
  expect(more).toEqual([]);
});

test('a wrong value or an unknown key is named and all of several problems', async () => {
  const problems = await problemsOf('[company]\nfax = "1"\nemail = "post"\n[creditor]\nid = "x"');
  expect(problems.map((one) => one.split(' ')[0])).toEqual(['company.fax', 'company.email', 'creditor.id']);
});

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
])('a file that is no TOML is named with the line %p', async (content, line) => {
  const [problem = '', ...more] = await problemsOf(content);
  expect(problem).toMatch(new RegExp(`^line ${line}: \\S`));
  expect(problem).not.toContain('\n');
  expect(more).toEqual([]);
});

test('a file that cannot be read because it is not UTF-8 is refused', async () => {
  const latin = Buffer.from('[brand]\nname = "Pf\xe4rd"', 'latin1');
  expect(await problemsOf(latin)).toEqual(['it must be saved as UTF-8']);
});

async function linkNowhere(file: string) {
  await mkdir(dirname(file));
  await symlink(join(root, 'unmounted'), file);
}

test.each<[string, (file: string) => Promise<unknown>, RegExp]>([
  ['it is a folder', (file) => mkdir(file, { recursive: true }), /operator\.toml must .*\(EISDIR\)$/],
  ['its folder is a file', (file) => Bun.write(dirname(file), ''), /ENOTDIR/],
  ['its link leads nowhere', linkNowhere, /operator\.toml must be a file .*\(ENOENT\)$/],
])('a file that cannot be read because %s is refused', async (name, make, reason) => {
  await make(join(root, name, 'operator.toml'));
  expect(readOperator(join(root, name)).problems[0]).toMatch(reason);
});

test('a file that cannot be read because it is larger than such a file can be is refused', async () => {
  expect(await problemsOf('#'.repeat(1024 * 1024 + 1))).toEqual(['it must have at most 1 MiB']);
});

test('a file that cannot be read ends the start with one line', async () => {
  const folder = await folderWith('[creditor]\nid = "x"');
  const load = () => loadOperator(folder);
  expect(load).toThrow(OperatorError);
  expect(load).toThrow('operator.toml: creditor.id must be a SEPA creditor id');
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
          const isKey = (line: string) => line.replace(/^# /, '').startsWith(`${key} = `);
          const at = lines.findIndex((line, index) => index > from && isKey(line));
          expect({ key, at: at > from && from >= 0 }).toEqual({ key, at: true });
          expect(lines[at - 1]).toMatch(/^# \S/);
        }
    }
  });

  test('is complete without its comments too: every line with a # and a key is right', async () => {
    const uncommented = template
      .replaceAll(/^# (\w+ = "[^"]*")$/gm, '$1')
      .replace(/^# (\[+(?:legal\.permission|analytics|handover\.columns)\]+)$/gm, '$1');
    const whole = uncommented.replace(/# \[\[templates\]\].*/s, '');
    const { operator, problems } = readOperator(await folderWith(whole));
    expect(problems).toEqual([]);
    expect(operator?.legal.statusGiven).toBe(true);
    expect(operator?.legal.permission?.city).toBe('04109 Leipzig');
  });
});
