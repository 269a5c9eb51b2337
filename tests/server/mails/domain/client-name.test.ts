import { expect, test } from 'bun:test';
import { hostname } from 'node:os';
import { clientNameOf, createMailer } from '#server/mails/transport';
import { openMailServer } from '#tests/support/smtp';
import { sender } from '../outbox-stage';

test.each([
  ['https://www.sattelfest.example', 'www.sattelfest.example'],
  ['https://sattelfest.example.:8443', 'sattelfest.example'],
  ['https://müller-pferde.example', 'xn--mller-pferde-dlb.example'],
  ['https://192.0.2.7', '[192.0.2.7]'],
  ['https://[2001:db8::7]:3000', '[IPv6:2001:db8::7]'],
  ['http://127.0.0.1:3000', '[127.0.0.1]'],
  ['http://localhost:3000', undefined],
  ['http://app.localhost', undefined],
  ['http://intranet', undefined],
])('%s introduces itself as %p', (publicUrl, name) => {
  expect(clientNameOf(publicUrl)).toBe(name as string);
});

const own = hostname().includes('.') ? hostname() : '[127.0.0.1]';

test.each([
  ['the host of PUBLIC_URL', 'https://müller-pferde.example', 'xn--mller-pferde-dlb.example'],
  ['the name of the machine, or a literal, if that is no full name', 'http://localhost:3000', own],
])('a mail server hears %s', async (_, publicUrl, hello) => {
  const server = await openMailServer();
  const clientName = clientNameOf(publicUrl);
  const mailer = createMailer({ ...sender, smtpUrl: server.url, mailDir: '/dev/null', clientName });
  const to = { name: '', address: 'juergen@gross.example' };
  await mailer.send({ id: crypto.randomUUID(), to, subject: 'x', html: 'x', text: 'x' });
  await mailer.close();
  expect(server.mails).toMatchObject([{ hello }]);
});
