/** What a real name server says about the domain that sends mails, and what that makes of its records. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createDns } from '#server/dns';
import { createMailRecords, type MailRecords, makeDkimKey } from '#server/mails/domain';
import { openNameServer } from '#tests/support/dns';
import { filled as operator } from '#tests/support/operator';

const domain = 'linde.example';
const keyName = `sattelfest._domainkey.${domain}`;
const policyName = `_dmarc.${domain}`;
const all: MailRecords = { domain: true, spf: true, dkim: true, dmarc: true };

type Server = Awaited<ReturnType<typeof openNameServer>>;
let server: Server;
let record: string;
let settings: { dataDir: string; dkim: { keyFile: string | null; selector: string } };
let usual: Server['zones'];

beforeAll(async () => {
  const keyFile = join(await mkdtemp(join(tmpdir(), 'sattelfest-records-')), 'dkim.pem');
  settings = { dataDir: dirname(keyFile), dkim: { keyFile, selector: 'sattelfest' } };
  const made = makeDkimKey(settings, operator).record;
  expect(made.name).toBe(keyName);
  record = made.value;
  usual = {
    [domain]: { MX: ['mail.example'], TXT: ['v=spf1 mx -all', 'v=verification 1'] },
    [keyName]: { TXT: [record.replace(' p=', ' p= ')] },
    [policyName]: { TXT: ['v=DMARC1; p=none'] },
  };
  server = await openNameServer({});
});
beforeEach(() => {
  for (const name of Object.keys(server.zones)) delete server.zones[name];
  Object.assign(server.zones, usual);
  server.asked.length = 0;
});
afterAll(async () => {
  await server.stop();
  await rm(settings.dataDir, { recursive: true });
});

const look = (config = settings, from = operator.mail.from, uptime = () => 0) =>
  createMailRecords({
    config,
    operator: { mail: { ...operator.mail, from } },
    dns: createDns([server.address]),
    uptime,
  });

const spf = (...TXT: string[]) => ({ [domain]: { MX: ['mail.example'], TXT } });
test.each<[string, Server['zones'], Partial<MailRecords>]>([
  ['are all there', {}, {}],
  ['lack MX and A', { [domain]: { TXT: ['v=spf1 -all'] } }, { domain: false }],
  ['have an A instead of an MX', { [domain]: { A: ['192.0.2.1'], TXT: ['v=spf1 -all'] } }, {}],
  ['lack SPF', spf('v=spf10 -all'), { spf: false }],
  ['have two of SPF', spf('v=spf1 a -all', 'v=spf1 mx -all'), { spf: false }],
  ['have another key', { [keyName]: { TXT: ['v=DKIM1; k=rsa; p=MIIB'] } }, { dkim: false }],
  ['have no key', { [keyName]: {} }, { dkim: false }],
  ['lack DMARC', { [policyName]: { TXT: ['v=spf1 -all'] } }, { dmarc: false }],
])('the records %s', async (_, zones, open) => {
  Object.assign(server.zones, zones);
  expect(await look()()).toEqual({ ...all, ...open });
});

test.each<[string, (right: string) => string[], boolean]>([
  ['as it is printed', (right) => [right], true],
  ['with a tag that nobody knows', (right) => [`${right}; n=Stall`], true],
  ['that ends in a semicolon', (right) => [`${right};`], true],
  ['in the spelling of zone files', (right) => [right.replaceAll(' ', '  ').replace('v=', 'v = ')], true],
  ['for mails and this hash', (right) => [`${right}; s=email; h=sha1:sha256`], true],
  ['without a version', (right) => [right.replace('v=DKIM1; ', '')], true],
  ['and an old one beside it', (right) => ['v=DKIM1; k=rsa; p=MIIB', right], false],
  ['and an old one behind it', (right) => [right, 'v=DKIM1; k=rsa; p=MIIB'], false],
  ['and an old one without a version', (right) => [right, 'k=rsa; p=MIIB'], false],
  ['beside another text', (right) => ['google-site-verification=abc', right], false],
  ['before another text', (right) => [right, 'v=spf1 -all'], false],
  ['with escaped semicolons', (right) => [right.replaceAll(';', '\\;')], false],
  ['with an escaped semicolon at its end', (right) => [`${right}\\;`], false],
  ['of another version', (right) => [right.replace('DKIM1', 'DKIM2')], false],
  ['of another kind of key', (right) => [right.replace('k=rsa', 'k=ed25519')], false],
  ['for another hash', (right) => [`${right}; h=sha1`], false],
  ['for another service', (right) => [`${right}; s=tlsrpt`], false],
  ['twice in one text', (right) => [`${right}; ${right}`], false],
  ['in quotes', (right) => [`"${right}"`], false],
  ['with commas', (right) => [right.replaceAll(';', ',')], false],
  ['that was withdrawn', (right) => [right.replace(/p=.*/, 'p=')], false],
])('a key %s', async (_, textsOf, dkim) => {
  server.zones[keyName] = { TXT: textsOf(record) };
  expect(await look()()).toEqual({ ...all, dkim });
});

test.each<[boolean, ...string[]]>([
  [true, 'v=DMARC1; p=reject; rua=mailto:post@linde.example'],
  [true, 'v=DMARC1;p=quarantine;'],
  [true, 'v = DMARC1 ; p = None'],
  [true, 'hello', 'v=DMARC1; p=none', 'v=spf1 -all'],
  [true, 'v=DMARC1; sp=none; p=none'],
  [false, 'v=DMARC1; p=none', 'v=DMARC1; p=reject'],
  [false, 'v=DMARC1; rua=mailto:post@linde.example'],
  [false, 'v=DMARC1'],
  [false, 'v=DMARC1; p='],
  [false, 'v=DMARC1; p=block'],
  [false, 'v=DMARC1\\; p=none'],
  [false, 'v=DMARC1; p=none\\; rua=mailto:post@linde.example'],
  [false, 'v=DMARC1; p=none; p=reject'],
  [false, 'v=DMARC1, p=none'],
  [false, '"v=DMARC1; p=none"'],
  [false, 'p=none; v=DMARC1'],
  [false, 'v=DMARC2; p=none'],
])('a policy is %p: %p', async (dmarc, ...TXT) => {
  server.zones[policyName] = { TXT };
  expect(await look()()).toEqual({ ...all, dmarc });
});

describe('of a domain below it', () => {
  const below = async () => await look(settings, `post@mail.${domain}`)();
  beforeEach(() => {
    server.zones[`mail.${domain}`] = { MX: ['mail.example'], TXT: ['v=spf1 -all'] };
  });

  test('the policy of the parent counts, which has no key for it', async () => {
    expect(await below()).toEqual({ ...all, dkim: false });
  });

  test('a wrong policy is not replaced by that of the parent', async () => {
    server.zones[`_dmarc.mail.${domain}`] = { TXT: ['v=DMARC1; rua=mailto:post@linde.example'] };
    expect(await below()).toEqual({ ...all, dkim: false, dmarc: false });
  });
});

test('without a key the signature is missing', async () => {
  const none = { dataDir: join(settings.dataDir, 'none'), dkim: { ...settings.dkim, keyFile: null } };
  expect(await look(none)()).toEqual({ ...all, dkim: false });
});

test.each(['silent', 'fails'] as const)('of a name server that is %s nothing is known', async (state) => {
  for (const name of Object.keys(usual)) server.zones[name] = state;
  expect(await look()()).toEqual({ domain: null, spf: null, dkim: null, dmarc: null });
});

test('they are looked up once a minute, for all who ask', async () => {
  let now = 0;
  const ask = look(settings, undefined, () => now);
  await Promise.all([ask(), ask()]);
  const once = server.asked.length;
  expect(new Set(server.asked).size).toBe(once);
  server.zones[domain] = {};
  now += 59_999;
  expect(await ask()).toEqual(all);
  expect(server.asked.length).toBe(once);
  now += 1;
  expect(await ask()).toMatchObject({ spf: false });
});
