/** The clients that rate limits distinguish. */
import { describe, expect, test } from 'bun:test';
import { clientAddress, clientNetwork, networkOf } from '#server/http/client-address';

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
    ['a client behind NAT64', '64:ff9b::203.0.113.7', '203.0.113.7'],
    ['the same in hexadecimal', '64:FF9B:0::cb00:7107', '203.0.113.7'],
    ['one behind a NAT64 of the operator', '64:ff9b:1:fffe::203.0.113.7', '64:ff9b:1:fffe:0:0:cb00:7107'],
    ['another one there', '64:ff9b:1:fffe::203.0.113.8', '64:ff9b:1:fffe:0:0:cb00:7108'],
    ['any network of a 6to4 router', '2002:cb00:7107:1::1', '203.0.113.7'],
    ['another network of it', '2002:cb00:7107:ffff::2', '203.0.113.7'],
    ['a Teredo client', '2001:0:4136:e378:8000:63bf:34ff:8ef8', '203.0.113.7'],
    ['a neighbour of the NAT64 prefix', '64:ff9b:0:0:1::1', '64:ff9b:0:0::/64'],
    ['an address that ends in IPv4', '2001:db8:1:2::203.0.113.7', '2001:db8:1:2::/64'],
    ['this machine', '::1', '0:0:0:0::/64'],
    ['a link-local address', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['any other text of a proxy', 'unknown', 'unknown'],
    ['a text that only looks like an address', '2001:db8:::1', '2001:db8:::1'],
  ])('%s: %s', (_, address, client) => {
    expect(networkOf(address)).toBe(client);
  });
});

describe('an entry of a trusted proxy', () => {
  const client = (entry: string) => {
    const headers = { 'x-forwarded-for': `198.51.100.9, ${entry}` };
    const server = { requestIP: () => ({ address: '10.0.0.1' }) };
    return clientAddress(new Request('http://localhost', { headers }), server, true);
  };
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:40001', '203.0.113.7'],
    ['2001:db8:1:2::3', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::3]:443', '2001:db8:1:2::/64'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['"[2001:db8:1:2::3]:443"', '2001:db8:1:2::/64'],
    ['"203.0.113.7:40001"', '203.0.113.7'],
    ['for="[2001:DB8:1:2::3]:443";proto=https', '2001:db8:1:2::/64'],
    ['For=203.0.113.7;by=10.0.0.2', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['[fe80::1%25eth0]:443', 'fe80:0:0:0::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['[64:ff9b::203.0.113.7]:443', '203.0.113.7'],
    // the proxy itself: whoever can choose the text must not be a new client each time
    ['unknown', '10.0.0.1'],
    ['_hidden', '10.0.0.1'],
    ['for=_hidden', '10.0.0.1'],
    ['203.000.113.007', '10.0.0.1'],
    ['203.0.113.7/32', '10.0.0.1'],
    ['2001:db8::/64', '10.0.0.1'],
    ['[2001:db8::1]:port', '10.0.0.1'],
    ['""', '10.0.0.1'],
    ['203.0.113.7,', '10.0.0.1'],
    ['203.0.113.7:port', '10.0.0.1'],
    ['203.0.113.256', '10.0.0.1'],
    ['[2001:db8::1', '10.0.0.1'],
    ['[203.0.113.7.1]:1', '10.0.0.1'],
    ['', '10.0.0.1'],
    ['x'.repeat(15_000), '10.0.0.1'],
  ])('%s counts as %s', (entry, expected) => {
    expect(client(entry)).toBe(expected);
  });
});

test('a provider gives a customer 56 bits', () => {
  const network = (address: string) =>
    clientNetwork(new Request('http://localhost'), { requestIP: () => ({ address }) }, false);
  expect(network('2001:db8:1:2ff::3')).toBe('2001:db8:1:200::/56');
  expect(network('2001:db8:1:200::')).toBe('2001:db8:1:200::/56');
  expect(network('2001:db8:1:3ff::3')).toBe('2001:db8:1:300::/56');
  expect(network('203.0.113.7')).toBe('203.0.113.7');
});
