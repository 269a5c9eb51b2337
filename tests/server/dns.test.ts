import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { createDns, within } from '#server/dns';
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
  expect(await dns.receivesMail(domain)).toBe(receives);
});

test('the parts of a long record come in their order', async () => {
  const key = `v=DKIM1; p=${'A'.repeat(392)}`;
  const { address } = await startNameServer({ 'texts.example': { TXT: [key, 'v=spf1 -all'] } });
  const dns = createDns([address]);
  const parts = (await dns.texts('texts.example')) ?? [];
  expect(parts.join('')).toBe(`${key}v=spf1 -all`);
  expect(parts).toContain('v=spf1 -all');
  expect(await dns.texts('none.example')).toEqual([]);
});

test('without an answer by any name server nothing is known', async () => {
  expect(await createDns(['127.0.0.1:9']).receivesMail('mx.example')).toBeNull();
});

test('many questions at the same time share one socket, and what is told later counts', async () => {
  const names = await startNameServer({ ...zones });
  const dns = createDns([names.address]);
  const before = openFiles();
  const answers = Array.from({ length: 100 }, () => dns.texts('silent.example'));
  expect(openFiles() - before).toBeLessThan(10);
  expect(new Set(await Promise.all(answers))).toEqual(new Set([null]));
  expect(openFiles()).toBeLessThanOrEqual(before);
  names.zones['texts.example'] = { TXT: ['old'] };
  expect(await dns.texts('texts.example')).toEqual(['old']);
  names.zones['texts.example'] = { TXT: ['new'] };
  expect(await dns.texts('texts.example')).toEqual(['new']);
});

const openFiles = () => readdirSync('/proc/self/fd').length;

test('who asks need not wait until a question has ended', async () => {
  const never = new Promise<boolean>(() => {});
  expect(await within(1, never)).toBeNull();
  expect(await within(1_000, Promise.resolve(false))).toBe(false);
  await expect(within(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});
