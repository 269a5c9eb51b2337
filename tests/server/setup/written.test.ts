/** What the set-up writes into the operator file, and what it asks of name servers and the mail server. */
import { expect, test } from 'bun:test';
import { parse } from 'smol-toml';
import { type OperatorFile, openKeys, operatorOf } from '#domain/operator/operator';
import { createDns } from '#server/dns';
import { problemsIn } from '#server/operator/file';
import { dnsText, domainWarning, sendTestMail } from '#server/setup/checks';
import { questions, template } from '#server/setup/questions';
import { withFacts } from '#server/setup/written';
import { startNameServer } from '#tests/support/dns';
import { openMailServer } from '#tests/support/smtp';

const examples: Record<string, string> = Object.fromEntries(
  questions.map(({ key, example }) => [key, example]),
);
const answers = {
  ...examples,
  domain: 'www.linde.example',
  'brand.name': 'Hufschutz "Eins" \\o/',
  'company.state': 'SN',
  'creditor.id': 'DE51ZZZ12345678901',
  'legal.status': 'broker',
  'legal.permission.name': 'IHK zu Leipzig',
  'legal.permission.street': 'Goerdelerring 5',
  'legal.permission.city': '04109 Leipzig',
  'mail.from': 'antrag@linde.example',
  'mail.internalTo': 'team@linde.example',
};

test('the commented file takes all answers in their places, and keeps its explanations', () => {
  const text = withFacts(template, answers);
  expect(problemsIn(parse(text))).toEqual([]);
  const operator = operatorOf(parse(text) as OperatorFile);
  expect(Object.values(openKeys(operator)).flat()).toEqual([]);
  expect(operator.brand.name).toBe(answers['brand.name']);
  expect(operator.company.state).toBe('SN');
  const permission = { name: 'IHK zu Leipzig', street: 'Goerdelerring 5', city: '04109 Leipzig' };
  expect(operator.legal).toMatchObject({ permission });
  const comments = (all: string) => all.split('\n').filter((line) => /^# [A-Z].*[.:]/.test(line));
  expect(comments(text)).toEqual(comments(template));
  expect(withFacts(text, answers)).toBe(text);
});

test('a domain that does not point here is a warning, which says what a name server says', async () => {
  const here = { A: ['203.0.113.5'], AAAA: ['2001:db8::5'] };
  const { address } = await startNameServer({ 'here.example': here, 'mute.example': 'silent' });
  const dns = createDns([address]);
  expect(await domainWarning('here.example', dns)).toContain('zeigt auf 203.0.113.5, 2001:db8::5.');
  expect(await domainWarning('nowhere.example', dns)).toContain('hat noch keinen Eintrag');
  expect(await domainWarning('mute.example', dns)).toContain('Kein Nameserver antwortet');
  expect(await domainWarning('localhost', dns)).toBeNull();
});

test('the test mail signs in and goes to the recipient inside; a refusal says why', async () => {
  const server = await openMailServer({ auth: true });
  const given = { ...answers, 'mail.server': server.url.replace('//', '//user:secret@') };
  expect(await sendTestMail(given)).toBeNull();
  const [mail] = await server.received(1);
  expect(mail).toMatchObject({ from: answers['mail.from'], hello: 'www.linde.example' });
  expect(mail?.to).toEqual([answers['mail.internalTo']]);
  expect(mail?.email.subject).toBe(`Probemail von ${answers['brand.name']}`);
  server.refuse(535, 'wrong password', 'auth');
  expect(await sendTestMail(given)).toBe('Die Probemail ging nicht hinaus. 535: wrong password');
  expect(await sendTestMail({ ...answers, 'mail.server': '-' })).toBeUndefined();
});

test('the records of the DNS are one block', () => {
  const record = { name: 'sattelfest._domainkey.linde.example', value: 'v=DKIM1; k=rsa; p=MII' };
  const key = { privateKey: '', selector: 'sattelfest', domain: 'linde.example', record };
  const lines = dnsText({ ...answers, 'mail.server': 'smtp.linde.example' }, key).split('\n');
  expect(lines).toContain('linde.example  TXT  v=spf1 mx a:smtp.linde.example ~all');
  expect(lines).toContain('sattelfest._domainkey.linde.example  TXT  v=DKIM1; k=rsa; p=MII');
  expect(lines).toContain('_dmarc.linde.example  TXT  v=DMARC1; p=none; rua=mailto:antrag@linde.example');
  const address = /^www\.linde\.example {2}A{1,4} |öffentliche/;
  expect(lines.filter((line) => address.test(line))).not.toEqual([]);
});
