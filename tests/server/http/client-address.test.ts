/** The clients that rate limits distinguish. */
// ASVS 4.1.3, 15.3.4
import { describe, expect, test } from 'bun:test';
import { clientAddress, comesFromInside, networkOf } from '#server/http/client-address';

const server = { requestIP: () => ({ address: '10.0.0.1' }) };
/** The client of a request with these headers, behind so many proxies. */
const client = (headers: Record<string, string>, count = 1, header: string | null = null) =>
  clientAddress(new Request('http://localhost', { headers }), server, { proxies: { count, header } });

// each has several addresses or spellings
test.each([
  [
    'an IPv4 address',
    '203.0.113.7',
    '203.0.113.7 ::ffff:203.0.113.7 ::FFFF:cb00:7107 0:0:0:0:0:ffff:cb00:7107',
  ],
  ['the first 56 bits of an IPv6 address', '2001:db8:1::/56', '2001:db8:1:2:3:4:5:6 2001:db8:1:ff:ffff::1'],
  [
    'the same in capitals, or with IPv4',
    '2001:db8:1::/56',
    '2001:0DB8:0001:0002:: 2001:db8:1:2::203.0.113.7',
  ],
  ['another network', '2001:db8:1:100::/56', '2001:db8:1:1ff::1'],
  ['a network that ends in zeros', '2001:db8::/56', '2001:db8::1'],
  ['a network that begins with zeros', '0:0:2::/56', '::2:3:4:5:6:7'],
  ['a client behind NAT64', '203.0.113.7', '64:ff9b::203.0.113.7 64:FF9B:0::cb00:7107'],
  ['one behind a NAT64 of the operator', '64:ff9b:1:fffe::cb00:7107', '64:ff9b:1:fffe::203.0.113.7'],
  ['another one there', '64:ff9b:1:fffe::cb00:7108', '64:ff9b:1:fffe::203.0.113.8'],
  ['any network of a 6to4 router', '203.0.113.7', '2002:cb00:7107:1::1 2002:cb00:7107:ffff::2'],
  ['a Teredo client', '203.0.113.7', '2001:0:4136:e378:8000:63bf:34ff:8ef8'],
  ['a neighbour of the NAT64 prefix', '64:ff9b::/56', '64:ff9b:0:0:1::1'],
  ['this machine', '::/56', '::1'],
  ['a link-local address', 'fe80::/56', 'fe80::1%eth0'],
  ['any other text of a proxy', 'unknown', 'unknown'],
  ['a text that only looks like an address', '2001:db8:::1', '2001:db8:::1'],
])('one client is %s: %s', (_, client, addresses) => {
  for (const address of addresses.split(' '))
    expect([address, networkOf(address)]).toEqual([address, client]);
});

// the last one is the proxy itself: whoever can choose the text must not be a new client each time
test.each([
  ['203.0.113.7', '203.0.113.7 203.0.113.7:40001 [::ffff:203.0.113.7]:443 "203.0.113.7:40001"'],
  ['203.0.113.7', 'For=203.0.113.7;by=10.0.0.2 [64:ff9b::203.0.113.7]:443'],
  ['2001:db8:1::/56', '2001:db8:1:2::3 [2001:db8:1:2::3] [2001:db8:1:2::3]:443 "[2001:db8:1:2::3]:443"'],
  ['2001:db8:1::/56', 'for="[2001:DB8:1:2::3]:443";proto=https 2001:0DB8:0001:0002::'],
  ['fe80::/56', 'fe80::1%eth0 [fe80::1%25eth0]:443'],
  [
    '10.0.0.1',
    'unknown _hidden for=_hidden 203.000.113.007 203.0.113.7/32 2001:db8::/64 [2001:db8::1]:port ""',
  ],
  ['10.0.0.1', '203.0.113.7, 203.0.113.7:port 203.0.113.256 [2001:db8::1 [203.0.113.7.1]:1'],
  ['10.0.0.1', 'x'.repeat(15_000)],
  ['10.0.0.1', ''],
])('an entry of a trusted proxy counts as %s: %#', (expected, entries) => {
  for (const entry of entries.split(' ')) {
    const found = client({ 'x-forwarded-for': `198.51.100.9, ${entry}` });
    expect([entry, found]).toEqual([entry, expected]);
  }
});

describe('behind proxies, each of which appends who asked it,', () => {
  test.each<[proxies: number, header: string, client: string]>([
    [0, '203.0.113.7', '10.0.0.1'],
    [1, '198.51.100.9, 203.0.113.7', '203.0.113.7'],
    [2, '198.51.100.9, 203.0.113.7, 66.241.125.10', '203.0.113.7'],
    [2, '198.51.100.9, 2001:db8:1:2::3, [2a09:8280::1]:443', '2001:db8:1::/56'],
    [3, '1.1.1.1, 203.0.113.7, 66.241.125.10, 172.16.0.4', '203.0.113.7'],
    [5, '9.9.9.9, 203.0.113.7, 2.2.2.2, 3.3.3.3, 4.4.4.4, 5.5.5.5', '203.0.113.7'],
    // fewer: somebody came past the outer one
    [2, '203.0.113.7', '203.0.113.7'],
    [5, '203.0.113.7, 66.241.125.10', '203.0.113.7'],
    // no address: the proxy that wrote it
    [2, 'unknown, 66.241.125.10', '66.241.125.10'],
    [2, '203.0.113.7, unknown, 66.241.125.10', '66.241.125.10'],
    [2, '203.0.113.7, , 66.241.125.10', '66.241.125.10'],
    [3, '203.0.113.7, _a, _b, 66.241.125.10', '66.241.125.10'],
    [2, '203.0.113.7, 203.0.113.8, unknown', '203.0.113.8'],
    [2, 'unknown, _hidden', '10.0.0.1'],
    [3, '203.0.113.7, x, y, z', '10.0.0.1'],
    [2, '', '10.0.0.1'],
    [2, ',,,', '10.0.0.1'],
  ])('%p of them: %p', (proxies, header, expected) => {
    expect(client({ 'x-forwarded-for': header }, proxies)).toBe(expected);
  });

  test.each<[proxies: number, value: string | null, client: string]>([
    [1, '203.0.113.7', '203.0.113.7'],
    [2, '2001:db8:1:2::3', '2001:db8:1::/56'],
    [1, ' [2001:db8:1:2::3]:443 ', '2001:db8:1::/56'],
    [1, null, '198.51.100.9'],
    [1, '', '198.51.100.9'],
    [1, 'unknown', '198.51.100.9'],
    [1, '203.0.113.7, 203.0.113.8', '198.51.100.9'],
    [1, '203.0.113.7 203.0.113.8', '198.51.100.9'],
    [1, '203.0.113.0/24', '198.51.100.9'],
    [0, '203.0.113.7', '10.0.0.1'],
  ])('%p of them, one of which names the client as %p', (proxies, value, expected) => {
    const headers = {
      'x-forwarded-for': '198.51.100.9',
      ...(value === null ? {} : { 'Fly-Client-IP': value }),
    };
    expect(client(headers, proxies, 'fly-client-ip')).toBe(expected);
  });
});

const inside =
  '10.1.2.3 172.16.0.9 192.168.0.4 127.0.0.1 169.254.1.1 ::1 ::ffff:10.0.0.1 fd00:1::2 fe80::1%eth0';
const outside = '203.0.113.7 172.32.0.1 66.241.125.10 2a09:8280::1 ::ffff:203.0.113.7 unknown';

test.each([
  [inside, true],
  [outside, false],
])('%s come from inside: %p', (addresses, isInside) => {
  const settings = { proxies: { count: 0, header: null } };
  for (const address of addresses.split(' ')) {
    const peer = { requestIP: () => ({ address }) };
    const found = comesFromInside(new Request('http://localhost'), peer, settings);
    expect([address, found]).toEqual([address, isInside]);
  }
});
