import { expect, test } from 'bun:test';
import { createDns } from '#server/dns';
import { startNameServer } from '../support/dns';

const zones = {
  'mx.example': { MX: ['mail.mx.example'] },
  'null.example': { MX: ['.'], A: ['192.0.2.1'] },
  'only-a.example': { A: ['192.0.2.1'] },
  'only-aaaa.example': { AAAA: ['2001:db8::1'] },
  'empty.example': {},
  'silent.example': 'silent',
  'failing.example': 'fails',
} as const;

test.each([
  ['mx.example', true],
  ['null.example', false],
  ['only-a.example', true],
  ['only-aaaa.example', true],
  ['empty.example', false],
  ['unknown.example', false],
  ['silent.example', null],
  ['failing.example', null],
])('whether %s takes mails: %p', async (domain, receives) => {
  const dns = createDns([(await startNameServer({ ...zones })).address]);
  expect(await dns.receivesMail(domain, 300)).toBe(receives);
});

test('the parts of a long record come in their order', async () => {
  const key = `v=DKIM1; p=${'A'.repeat(392)}`;
  const { address } = await startNameServer({ 'texts.example': { TXT: [key, 'v=spf1 -all'] } });
  const dns = createDns([address]);
  const parts = (await dns.texts('texts.example', 1_000)) ?? [];
  expect(parts.join('')).toBe(`${key}v=spf1 -all`);
  expect(parts).toContain('v=spf1 -all');
  expect(await dns.texts('none.example', 1_000)).toEqual([]);
});

test('without an answer by any name server nothing is known', async () => {
  expect(await createDns(['127.0.0.1:9']).receivesMail('mx.example', 300)).toBeNull();
});
