/** What people type at each question of the set-up, and what is kept of it. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { tidied } from '#domain/fields';
import { openKeys, placeholders } from '#domain/operator/operator';
import { givenIn } from '#server/setup/ask';
import { nextOf, problemOf, questions, smtpUrlOf, usualOf } from '#server/setup/questions';
import { newFolder as folder } from '#tests/faults/support/processes';

function questionOf(key: string) {
  const found = questions.find((one) => one.key === key);
  if (!found) throw new Error(`There is no question ${key}.`);
  return found;
}

/** What is kept, or null if it is refused. */
function kept(key: string, typed: string): string | null {
  const { tidy = String } = questionOf(key);
  const answer = tidy(tidied(typed));
  return problemOf(questionOf(key), answer) === null ? answer : null;
}

/** By question. */
const asTyped: Record<string, string[]> = {
  domain: ['www.stall.de', 'localhost'],
  'brand.name': ['Hufschutz'],
  'company.name': ['Stall & Söhne "Huf" GmbH'],
  'company.zipCode': ['04109'],
  'company.phone': ['+49 (0)341 / 12 34-567'],
  'legal.status': ['agent'],
  'legal.permission.name': ['IHK zu Leipzig'],
  'mail.server': ['smtp://me:secret@relay:25'],
  'admin.username': ['Eva Linde'],
};
// of the last creditor's ids one is the Bundesbank's example, which is in our file
const refused: Record<string, string[]> = {
  domain: ['', 'stall', 'stall,de', 'stall de', '192.168.1.5', '-stall.de'],
  'brand.name': ['Sattelfest', 'x'.repeat(31)],
  'company.name': ['Stall\u0007'],
  'company.zipCode': ['D-04109'],
  'company.state': ['XY'],
  'company.phone': ['ruf an'],
  'company.email': ['post at stall.de'],
  'company.vatId': ['12345'],
  'creditor.id': ['DE52ZZZ12345678901', 'DE98ZZZ09999999999'],
  'legal.status': ['Vertreter'],
  'mail.server': ['smtp.ionos.de/mail', 'smtp.ionos.de:alles'],
  'admin.username': ['ad', 'System'],
};
const tidy: [key: string, typed: string, kept: string][] = [
  ['domain', ' HTTPS://WWW.Stall.de/ ', 'www.stall.de'],
  ['domain', 'müller.de', 'xn--mller-kva.de'],
  ['domain', 'http://stall.de:8080/antrag', 'stall.de'],
  ['company.state', 'sn', 'SN'],
  ['company.email', ' post@stall.de ', 'post@stall.de'],
  ['company.managingDirectors', 'keine', '-'],
  ['company.registerCourt', '–', '-'],
  ['company.registerNumber', 'Nein', '-'],
  ['company.vatId', 'de 123456789', 'DE 123456789'],
  ['creditor.id', 'de51 zzz 1234 5678 901', 'DE51ZZZ12345678901'],
  ['legal.status', '1', 'tied_agent'],
  ['legal.status', 'Versicherungsmakler', 'broker'],
  ['mail.server', 'smtp.ionos.de 465', 'smtp.ionos.de:465'],
  ['mail.server', 'ssl://smtp.ionos.de', 'smtp.ionos.de'],
  ['mail.server', 'keiner', '-'],
];
const rowsOf = (all: Record<string, string[]>) =>
  Object.entries(all).flatMap(([key, texts]) => texts.map((text): [string, string] => [key, text]));

test.each(rowsOf(asTyped))('%s: "%s" is kept', (key, text) => expect(kept(key, text)).toBe(text));
test.each(rowsOf(refused))('%s: "%s" is refused', (key, text) => expect(kept(key, text)).toBeNull());
test.each(tidy)('%s: "%s" is kept as "%s"', (key, text, answer) => expect(kept(key, text)).toBe(answer));

test('each has words, an example and a reason of its own', () => {
  expect(questions.filter(({ ask, example }) => ask === '' || example === '')).toEqual([]);
  const wrong = questions.filter(({ key, example }) => key !== 'creditor.id' && kept(key, example) === null);
  expect(wrong.map(({ key }) => key)).toEqual([]);
  expect(problemOf(questionOf('creditor.id'), 'DE52ZZZ12345678901')).toContain('Prüfziffern');
});

test('they ask for every fact without which the Startprüfung stays open', () => {
  const keys = questions.map(({ key }) => key);
  const asked = Object.values(openKeys(placeholders)).flat();
  expect(asked.filter((key) => !keys.includes(String(key)))).toEqual([]);
});

test('an answers file is refused with everything that is missing, wrong or unknown, at once', async () => {
  const file = join(await folder(), 'antworten.toml');
  const wrong = 'brand.name = "Hufschutz"\ncreditor.id = "DE52ZZZ12345678901"\ncompany.nmae = "Stall"\n';
  await Bun.write(file, wrong);
  const refusal = () => givenIn(file, {});
  expect(refusal).toThrow(`${file}: Es wurde nichts geschrieben.\ncompany.nmae gibt es nicht.`);
  expect(refusal).toThrow('\ncreditor.id: Die Prüfziffern');
  expect(refusal).toThrow('\nEs fehlt domain = "www.linde.de"  # Adresse der Website\n');
  expect(refusal).not.toThrow('brand.name');
  expect(() => givenIn(`${file}.not`, {})).toThrow('Diese Datei gibt es nicht.');
  await Bun.write(file, 'domain = www.stall.de');
  expect(refusal).toThrow(`${file}: line 1: `);
});

test('an answers file needs neither what is known nor what follows from other answers', async () => {
  const file = join(await folder(), 'antworten.toml');
  await Bun.write(file, '[legal]\nstatus = "1"\n');
  const first = questions.filter(({ usual, when, key }) => !usual && !when && key !== 'legal.status');
  const known = Object.fromEntries(first.map(({ key, example }) => [key, example]));
  const answers = givenIn(file, { ...known, 'mail.server': '-' });
  expect(answers['company.privacyEmail']).toBe(known['company.email']);
  expect(answers['admin.username']).toBe('admin');
  expect(Object.keys(answers)).not.toContain('legal.permission.name');
  expect(Object.keys(answers)).not.toContain('mail.password');
});

test('the account at the mail server is asked for, unless a whole URL names it', () => {
  const known = Object.fromEntries(questions.map(({ key, example }) => [key, example]));
  const { 'mail.user': _user, 'mail.password': _password, ...rest } = known;
  expect(nextOf(rest)?.key).toBe('mail.user');
  expect(nextOf({ ...rest, 'mail.user': '-' })).toBeUndefined();
  expect(nextOf({ ...rest, 'mail.server': 'smtp://me:secret@relay:25' })).toBeUndefined();
});

test("what a company does not have is nobody's usual answer, nor what would be refused", () => {
  const responsible = questionOf('company.contentResponsible');
  expect(usualOf(responsible, { 'company.managingDirectors': 'Eva Linde' })).toBe('Eva Linde');
  expect(usualOf(responsible, { 'company.managingDirectors': '-' })).toBeUndefined();
  const long = 'x'.repeat(71);
  expect(usualOf(questionOf('creditor.name'), { 'company.name': long })).toBeUndefined();
});

test('Bun, and so the server, reads any password in .env as it was typed', async () => {
  const account = { 'mail.user': 'antrag@linde.example', 'mail.password': `pa$HOME's"w(rd#1 \`%/:?` };
  const url = smtpUrlOf({ 'mail.server': 'smtp.linde.example:465', ...account }) ?? '';
  expect(url).toStartWith('smtps://');
  const cwd = await folder();
  await Bun.write(join(cwd, '.env'), `SMTP_URL=${url}\n`);
  const code = 'console.log(process.env.SMTP_URL)';
  const { stdout } = Bun.spawnSync([process.execPath, '--eval', code], { cwd, env: {} });
  const { username, password } = new URL(stdout.toString().trim());
  expect([username, password].map(decodeURIComponent)).toEqual(Object.values(account));
  expect(smtpUrlOf({ 'mail.server': 'smtp.linde.example', ...account })).toEndWith('@smtp.linde.example');
  expect(smtpUrlOf({ 'mail.server': 'smtp://localhost:25' })).toBe('smtp://localhost:25');
  expect(smtpUrlOf({ 'mail.server': '-' })).toBeNull();
});
