/** The clients that rate limits distinguish. */
import { describe, expect, test } from 'bun:test';
import { clientAddress, networkOf } from '#server/http/rate-limit';

describe('one client is', () => {
  test.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['an IPv4 address written as IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the same in hexadecimal', '::FFFF:cb00:7107', '203.0.113.7'],
    ['the same in full', '0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['the first half of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['the same with another second half', '2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['the same in capitals and with zeros', '2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['another network', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['a network that ends in zeros', '2001:db8::1', '2001:db8:0:0::/64'],
    ['a network that begins with zeros', '::2:3:4:5:6:7', '0:0:2:3::/64'],
    ['an address that ends in IPv4', '64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['this machine', '::1', '0:0:0:0::/64'],
    ['a link-local address', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['any other text of a proxy', 'unknown', 'unknown'],
    ['a text that only looks like an address', '2001:db8:::1', '2001:db8:::1'],
  ])('%s: %s', (_, address, client) => {
    expect(networkOf(address)).toBe(client);
  });
});

test('a text of a proxy is cut to the length of an address', () => {
  const headers = { 'x-forwarded-for': `203.0.113.7, ${'x'.repeat(15_000)}` };
  expect(clientAddress(new Request('http://localhost', { headers }), null, true)).toHaveLength(64);
});
