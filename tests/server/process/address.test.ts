/** The address that a server prints, and calls itself by. */
import { expect, test } from 'bun:test';
import { addressOf } from '#server/process/start';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['2001:db8::7', 'http://[2001:db8::7]:3000'],
  ['::ffff:127.0.0.1', 'http://[::ffff:127.0.0.1]:3000'],
  ['pferd.example', 'http://pferd.example:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['0:0:0:0:0:0:0:0', 'http://localhost:3000'],
])('of a server on %s is a URL', (host, address) => {
  expect(addressOf(host, 3000)).toBe(address);
  expect(URL.canParse(address)).toBe(true);
});
