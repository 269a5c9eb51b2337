/** What the set-up writes: the operator file, the address of the mail server, the records of the DNS. */
import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKeys } from '#domain/operator/operator';
import { createDns } from '#server/dns';
import { readOperator } from '#server/operator/file';
import { dnsText, domainWarning, sendTestMail } from '#server/setup/checks';
import { operatorText, smtpUrlOf } from '#server/setup/written';
import { startNameServer } from '#tests/support/dns';
import { afterThisTest } from '#tests/support/endings';
import { filled } from '#tests/support/operator';
import { openMailServer } from '#tests/support/smtp';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'setup-'));
  afterThisTest(() => rm(path, { recursive: true }));
  return path;
}

const answers = {
  domain: 'www.linde.example',
  'brand.name': 'Hufschutz "Eins" \\o/',
  'company.name': 'Linde & Sohn GmbH',
  'company.street': 'Lindenallee 12a',
  'company.zipCode': '04109',
  'company.city': 'Leipzig',
  'company.state': 'SN',
  'company.phone': '0341 1234567',
  'company.email': 'post@linde.example',
  'company.managingDirectors': '-',
  'company.registerCourt': '-',
  'company.registerNumber': '-',
  'company.vatId': '-',
  'company.intermediaryNumber': 'D-ABCD-67890-12',
  'company.privacyEmail': 'post@linde.example',
  'company.contentResponsible': 'Eva Linde',
  'insurer.name': 'Tierschild AG',
  'insurer.street': 'Am Markt 3',
  'insurer.zipCode': '29525',
  'insurer.city': 'Uelzen',
  'creditor.name': 'Linde & Sohn GmbH',
  'creditor.id': 'DE51ZZZ12345678901',
  'legal.status': 'broker',
  'legal.permission.name': 'IHK zu Leipzig',
  'legal.permission.street': 'Goerdelerring 5',
  'legal.permission.city': '04109 Leipzig',
  'mail.from': 'antrag@linde.example',
  'mail.internalTo': 'team@linde.example',
  'mail.server': 'smtp.linde.example:465',
  'mail.user': 'antrag@linde.example',
  'mail.password': `pa$HOME's"w(rd#1 \`%/:?`,
};

test('the operator file has all answers in their places, no invented voices, and its explanations', async () => {
  const path = await folder();
  const text = operatorText(answers);
  await Bun.write(join(path, 'operator.toml'), text);
  const { operator, problems } = readOperator(path);
  expect(problems).toEqual([]);
  if (!operator) throw new Error('There is no operator.');
  expect(Object.values(openKeys(operator)).flat()).toEqual([]);
  expect(operator.brand.name).toBe(answers['brand.name']);
  expect(operator.company.state).toBe('SN');
  expect(operator.legal.permission).toEqual({
    name: 'IHK zu Leipzig',
    street: 'Goerdelerring 5',
    city: '04109 Leipzig',
  });
  expect(operator.testimonials).toEqual([]);
  expect(text).toContain('# Gläubiger-Identifikationsnummer, ohne Leerzeichen.');
});

test('without a permission, its table stays a comment', () => {
  const tied = Object.entries(answers).filter(([key]) => !key.startsWith('legal.permission'));
  expect(operatorText({ ...Object.fromEntries(tied), 'legal.status': 'tied_agent' })).toContain(
    '\n# [legal.permission]\n',
  );
});

test('Bun, and so the server, reads any password in .env as it was typed', async () => {
  const path = await folder();
  const url = smtpUrlOf(answers) ?? '';
  expect(url).toStartWith('smtps://');
  await Bun.write(join(path, '.env'), `SMTP_URL=${url}\n`);
  const code = 'console.log(process.env.SMTP_URL)';
  const { stdout } = Bun.spawnSync([process.execPath, '--eval', code], { cwd: path, env: {} });
  const read = new URL(stdout.toString().trim());
  expect([read.username, read.password].map(decodeURIComponent)).toEqual([
    answers['mail.user'],
    answers['mail.password'],
  ]);
  expect(smtpUrlOf({ ...answers, 'mail.server': 'smtp.linde.example' })).toEndWith('@smtp.linde.example');
  expect(smtpUrlOf({ 'mail.server': 'smtp://localhost:25' })).toBe('smtp://localhost:25');
  expect(smtpUrlOf({ ...answers, 'mail.server': '-' })).toBeNull();
});

test('a domain that does not point here is a warning, which says what a name server says', async () => {
  const zones = {
    'here.example': { A: ['203.0.113.5'], AAAA: ['2001:db8::5'] },
    'mute.example': 'silent',
  } as const;
  const { address } = await startNameServer(zones);
  const dns = createDns([address]);
  expect(await domainWarning('here.example', dns)).toContain('zeigt auf 203.0.113.5, 2001:db8::5.');
  expect(await domainWarning('nowhere.example', dns)).toContain('hat noch keinen Eintrag');
  expect(await domainWarning('mute.example', dns)).toContain('Kein Nameserver antwortet');
  expect(await domainWarning('localhost', dns)).toBeNull();
});

test('the test mail signs in and goes to the recipient inside; a refusal says why', async () => {
  const server = await openMailServer({ auth: true });
  const url = server.url.replace('//', '//user:secret@');
  expect(await sendTestMail(url, 'https://www.linde.example', filled)).toBeNull();
  const [mail] = await server.received(1);
  expect(mail).toMatchObject({
    from: filled.mail.from,
    to: [filled.mail.internalTo],
    hello: 'www.linde.example',
  });
  expect(mail?.email.subject).toBe('Probemail von Hufschutz');
  server.refuse(535, 'wrong password', 'auth');
  expect(await sendTestMail(url, 'https://www.linde.example', filled)).toBe('535: wrong password');
});

test('the records of the DNS are one block, which says what is there already', () => {
  const record = { name: 'sattelfest._domainkey.linde.example', value: 'v=DKIM1; k=rsa; p=MII' };
  const dkim = { privateKey: '', selector: 'sattelfest', domain: 'linde.example', record };
  const given = { domain: 'www.linde.example', operator: filled, server: 'smtp.linde.example', dkim };
  const none = { domain: false, spf: false, dkim: false, dmarc: false };
  const lines = dnsText({ ...given, found: none }).split('\n');
  expect(lines).toContain('linde.example  TXT  v=spf1 mx a:smtp.linde.example ~all');
  expect(lines).toContain('sattelfest._domainkey.linde.example  TXT  v=DKIM1; k=rsa; p=MII');
  expect(lines).toContain('_dmarc.linde.example  TXT  v=DMARC1; p=none; rua=mailto:antrag@linde.example');
  expect(
    lines.some((line) => /^www\.linde\.example {2}A{1,4} /.test(line) || line.includes('öffentliche')),
  ).toBe(true);
  const all = { domain: true, spf: true, dkim: false, dmarc: true };
  const later = dnsText({ ...given, found: all });
  expect(later).toContain('# steht schon: linde.example  TXT');
  expect(later).toContain('# steht schon: _dmarc.linde.example');
  expect(later).not.toContain('MX-Eintrag');
});
