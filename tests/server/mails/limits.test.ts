/** How long a mail server may take. The tests shorten the limit that they are about. */
import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createWatch, type Limits, smtpLimits } from '#server/mails/limits';
import { createMailer } from '#server/mails/transport';
import { afterThisTest } from '#tests/support/endings';
import { type MailServer, startMailServer } from '#tests/support/smtp';
import { sender } from './outbox-stage';

let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.stop());

async function send(limits: Partial<Limits>, { text = 'x', smtpUrl = server.url } = {}) {
  const mailer = createMailer({ smtpUrl, mailDir: '/dev/null', ...sender, limits });
  const to = { name: '', address: 'juergen@gross.example' };
  const result = await mailer.send({ id: crypto.randomUUID(), to, subject: 'x', html: text, text });
  await mailer.close();
  return result;
}

test('the limits are those of RFC 5321', () => {
  const minutes = { greeting: 5, command: 5, data: 2, block: 3, answer: 10 };
  for (const [name, many] of Object.entries(minutes))
    expect(smtpLimits).toMatchObject({ [name]: many * 60_000 });
});

test.each([
  ['connect', { greeting: 30 }],
  ['recipient', { command: 30, answer: 30 }],
] as const)('a server that is silent at %s has not got the mail', async (stage, limits) => {
  const { release } = server.hold(stage);
  const result = await send(limits);
  release();
  const error = expect.stringMatching(/^ETIMEDOUT: Der Mailserver hat nicht/);
  expect(result).toMatchObject({ ok: false, permanent: false, error });
  expect(result).not.toHaveProperty('uncertain');
  expect(server.offered).toEqual([]);
});

test.each(['connect', 'recipient'] as const)('one that is gone at %s has not got the mail', async (stage) => {
  const { reached, release } = server.hold(stage);
  const sending = send({});
  await reached;
  server.drop();
  expect(await sending).not.toHaveProperty('uncertain');
  release();
});

/** The address of a server that greets, and does this with whatever it hears. */
async function speaking(hear: (socket: Socket, line: string) => void): Promise<string> {
  const sockets: Socket[] = [];
  const speaker = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write('220 hello\r\n');
    socket.on('data', (data) => hear(socket, data.toString()));
  });
  const listening = Promise.withResolvers<void>();
  speaker.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  afterThisTest(async () => {
    for (const socket of sockets) socket.destroy();
    speaker.close();
  });
  return `smtp://127.0.0.1:${(speaker.address() as AddressInfo).port}`;
}

test('a server that stops reading in the middle of the mail has not got it', async () => {
  const smtpUrl = await speaking((socket, line) => {
    const isData = line.startsWith('DATA');
    socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
    if (isData) socket.pause();
  });
  // more than the buffers of both sides hold
  const text = 'x'.repeat(76).concat('\n').repeat(200_000);
  const result = await send({ block: 100 }, { text, smtpUrl });
  expect(result).toMatchObject({ ok: false, error: expect.stringMatching(/^ETIMEDOUT: /) });
  expect(result).not.toHaveProperty('uncertain');
});

test('a server that is silent after the whole mail may have taken it', async () => {
  const { release } = server.hold();
  const result = await send({ answer: 30 });
  release();
  const error = expect.stringMatching(/^Zustellung ungewiss \(ETIMEDOUT\): /);
  expect(result).toMatchObject({ ok: false, permanent: false, uncertain: true, error });
});

test('a server may take longer for its last response than for a piece of the mail', async () => {
  jest.useFakeTimers();
  const { signal, tap } = createWatch(smtpLimits, {});
  await Array.fromAsync(tap(Readable.from(['x'])));
  const isLate = [smtpLimits.answer - 1, 1].map((ms) => {
    jest.advanceTimersByTime(ms);
    return signal.aborted;
  });
  jest.useRealTimers();
  expect(isLate).toEqual([false, true]);
});

test('a server that responds without end has as long as for all responses together', async () => {
  const smtpUrl = await speaking((socket) => socket.write('250-and one more thing\r\n'));
  const limits = { connection: 10, greeting: 10, command: 10, data: 10 };
  const result = await send(limits, { smtpUrl });
  const error = expect.stringMatching(/^ETIMEDOUT: /);
  expect(result).toMatchObject({ ok: false, permanent: false, error });
});
