/** What people type at each question of the set-up, and what is kept of it. */
import { describe, expect, test } from 'bun:test';
import { openKeys, placeholders } from '#domain/operator/operator';
import { collect, takeFrom } from '#server/setup/ask';
import { problemOf, questions, tidyAnswer } from '#server/setup/questions';

function questionOf(key: string) {
  const found = questions.find((one) => one.key === key);
  if (!found) throw new Error(`There is no question ${key}.`);
  return found;
}

/** What is kept, or null if it is refused. */
function kept(key: string, typed: string): string | null {
  const answer = tidyAnswer(questionOf(key), typed);
  return problemOf(questionOf(key), answer) === null ? answer : null;
}

const typed: [key: string, typed: string, kept: string | null][] = [
  ['domain', 'www.stall.de', 'www.stall.de'],
  ['domain', ' HTTPS://WWW.Stall.de/ ', 'www.stall.de'],
  ['domain', 'müller.de', 'xn--mller-kva.de'],
  ['domain', 'localhost', 'localhost'],
  ['domain', '', null],
  ['domain', 'stall', null],
  ['domain', 'stall,de', null],
  ['domain', 'stall de', null],
  ['domain', 'info@stall.de', null],
  ['domain', '192.168.1.5', null],
  ['domain', '-stall.de', null],
  ['brand.name', 'Hufschutz', 'Hufschutz'],
  ['brand.name', 'Sattelfest', null],
  ['brand.name', 'x'.repeat(31), null],
  ['company.name', 'Stall & Söhne "Huf" GmbH', 'Stall & Söhne "Huf" GmbH'],
  ['company.name', 'Stall\u0007', null],
  ['company.zipCode', '04109', '04109'],
  ['company.zipCode', 'D-04109', null],
  ['company.state', 'sn', 'SN'],
  ['company.state', 'XY', null],
  ['company.phone', '+49 (0)341 / 12 34-567', '+49 (0)341 / 12 34-567'],
  ['company.phone', 'ruf an', null],
  ['company.email', ' post@stall.de ', 'post@stall.de'],
  ['company.email', 'post at stall.de', null],
  ['company.managingDirectors', 'keine', '-'],
  ['company.registerCourt', '–', '-'],
  ['company.registerNumber', 'Nein', '-'],
  ['company.vatId', 'de 123456789', 'DE 123456789'],
  ['company.vatId', '12345', null],
  ['creditor.id', 'de51 zzz 1234 5678 901', 'DE51ZZZ12345678901'],
  ['creditor.id', 'DE52ZZZ12345678901', null],
  // the Bundesbank's example, which is in our file
  ['creditor.id', 'DE98ZZZ09999999999', null],
  ['legal.status', '1', 'tied_agent'],
  ['legal.status', 'Versicherungsmakler', 'broker'],
  ['legal.status', 'agent', 'agent'],
  ['legal.status', 'Vertreter', null],
  ['legal.permission.name', 'IHK zu Leipzig', 'IHK zu Leipzig'],
  ['mail.server', 'smtp.ionos.de 465', 'smtp.ionos.de:465'],
  ['mail.server', 'ssl://smtp.ionos.de', 'smtp.ionos.de'],
  ['mail.server', 'smtp://me:secret@relay:25', 'smtp://me:secret@relay:25'],
  ['mail.server', 'keiner', '-'],
  ['mail.server', 'smtp.ionos.de/mail', null],
  ['mail.server', 'smtp.ionos.de:alles', null],
  ['admin.username', 'Eva Linde', 'Eva Linde'],
  ['admin.username', 'ad', null],
  ['admin.username', 'System', null],
];

test.each(typed)('%s: "%s" is kept as %p', (key, text, answer) => {
  expect(kept(key, text)).toBe(answer);
});

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

describe('an answers file', () => {
  const given = { 'brand.name': 'Hufschutz', 'creditor.id': 'DE52ZZZ12345678901', 'company.nmae': 'Stall' };

  test('is refused with everything that is missing, wrong or unknown, at once', async () => {
    const refusal = await takeFrom(given, {}, 'antworten.toml').catch((error: Error) => error.message);
    expect(refusal).toContain('antworten.toml: Es wurde nichts geschrieben.');
    expect(refusal).toContain('company.nmae gibt es nicht.');
    expect(refusal).toMatch(/creditor\.id: .*Prüfziffern/);
    expect(refusal).toContain('domain = ""  # Adresse der Website, z. B. www.linde.de');
    expect(refusal).not.toContain('brand.name');
  });

  test('needs neither what is known nor what follows from other answers', async () => {
    const known = Object.fromEntries(
      questions.filter(({ usual, when }) => !usual && !when).map(({ key, example }) => [key, example]),
    );
    const answers = await takeFrom(
      {},
      { ...known, 'legal.status': 'tied_agent', 'mail.server': '-' },
      'a.toml',
    );
    expect(answers['company.privacyEmail']).toBe(known['company.email']);
    expect(answers['admin.username']).toBe('admin');
    expect(Object.keys(answers)).not.toContain('legal.permission.name');
    expect(Object.keys(answers)).not.toContain('mail.password');
  });
});

test("what a company does not have is nobody's usual answer", async () => {
  const offers: Record<string, string | undefined> = {};
  await collect(
    async ({ key }, offered) => {
      offers[key] = offered;
      return key === 'company.managingDirectors' ? '-' : 'x';
    },
    {},
    { 'company.city': 'Leipzig', 'company.zipCode': 'falsch' },
  );
  expect(offers['company.contentResponsible']).toBeUndefined();
  expect(offers['company.city']).toBe('Leipzig');
  expect(offers['company.zipCode']).toBeUndefined();
});
