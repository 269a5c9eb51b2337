import { expect, test } from 'bun:test';
import { readMailboxes } from '#db/schema/mails';
import { createMailboxReader } from '#server/mail-in/mailbox';
import { startApp } from '#tests/support/app';
import { afterThisTest } from '#tests/support/endings';
import { cutAfter, imapAccount, startMailbox } from '#tests/support/imap';
import { until } from '#tests/support/until';

const hourMs = 3_600_000;
const mail = (subject: string, lines = 1) =>
  `From: a@post.example\r\nTo: b@post.example\r\nSubject: ${subject}\r\n\r\n${'Guten Tag.\r\n'.repeat(lines)}`;
const subjectOf = (message: Uint8Array) =>
  /^Subject: (.*)\r$/m.exec(Buffer.from(message).toString())?.[1] ?? '';

/** An office whose clock is that of the machine: Dovecot's is. */
async function office() {
  const server = await startMailbox();
  const app = await startApp({ now: Date.now(), env: { LOG_LEVEL: 'info' } });
  const reader = (url = server.url(), fail: (subject: string) => Error | null = () => null) => {
    const subjects: string[] = [];
    const { look, stop } = createMailboxReader({ ...app.context, isAlone: false }, url, async (message) => {
      const subject = subjectOf(message);
      const error = fail(subject);
      if (error) throw error;
      subjects.push(subject);
    });
    afterThisTest(stop);
    /** Returns how many messages a look finds. */
    const read = async () => {
      const before = subjects.length;
      await look();
      return subjects.length - before;
    };
    return { subjects, look, read, stop };
  };
  const lines = (event: string) =>
    app.logged.map((line) => JSON.parse(line)).filter((line) => line.event === event);
  const stored = () => app.db.read.select().from(readMailboxes);
  const deliver = async (...subjects: string[]) => {
    for (const subject of subjects) await server.deliver(mail(subject));
  };
  return { ...app, server, deliver, reader, lines, stored };
}

test('each message is read once, by TLS, and the mailbox stays as it was', async () => {
  const { server, deliver, reader, lines } = await office();
  await deliver('eins', 'zwei');
  const first = reader();
  expect(await first.read()).toBe(2);
  const before = await server.files();
  expect(await first.read()).toBe(0);
  await first.stop();
  await deliver('drei');
  // after a restart
  const next = reader();
  expect(await next.read()).toBe(1);
  expect([...first.subjects, ...next.subjects]).toEqual(['eins', 'zwei', 'drei']);
  // Dovecot moves what it has listed to `cur`; a seen message would have the flag S
  expect(before.filter((name) => name.includes('S', name.indexOf(':2,')))).toEqual([]);
  expect(lines('mailbox_open')).toHaveLength(2);
});

test('the first look begins at the mails of today', async () => {
  const { deliver, reader, clock } = await office();
  await deliver('alt');
  clock.ahead = 48 * hourMs;
  const first = reader();
  expect(await first.read()).toBe(0);
  await deliver('neu');
  expect(await first.read()).toBe(1);
  expect(first.subjects).toEqual(['neu']);
});

test('the server tells of a new message', async () => {
  const { deliver, reader } = await office();
  const told = reader();
  await told.look();
  await deliver('sofort');
  await until(() => told.subjects.length === 1);
  expect(told.subjects).toEqual(['sofort']);
});

test('one instance reads at a time, and another goes on when it has stopped or died', async () => {
  const { deliver, reader, clock } = await office();
  const [one, other] = [reader(), reader()];
  await deliver('eins');
  expect(await one.read()).toBe(1);
  // its clock is a little slow
  clock.now -= 500;
  expect(await other.read()).toBe(0);
  clock.now += 500;
  await one.stop();
  await deliver('zwei');
  expect(await other.read()).toBe(1);
  // it dies: its lease ends
  const third = reader();
  await deliver('drei');
  await until(() => other.subjects.includes('drei'));
  expect(await third.read()).toBe(0);
  // what the server told of is stored, too
  await other.look();
  clock.now += hourMs;
  expect(await third.read()).toBe(0);
  expect(third.subjects).toEqual([]);
});

test('with other numbers, what came lately is read again, and nothing is lost', async () => {
  const { server, deliver, reader, stored } = await office();
  await deliver('eins', 'zwei', 'drei');
  const one = reader();
  expect(await one.read()).toBe(3);
  const [before] = await stored();
  await server.stop();
  await server.changeUidValidity();
  await deliver('vier');
  await server.start();
  await until(async () => (await one.read()) > 0);
  expect(one.subjects).toEqual(['eins', 'zwei', 'drei', 'eins', 'zwei', 'drei', 'vier']);
  const [after] = await stored();
  expect(after?.uidValidity).not.toBe(before?.uidValidity);
  expect(await one.read()).toBe(0);
});

test('a connection that dies in the middle of a message costs no message', async () => {
  const { server, reader } = await office();
  for (let number = 0; number < 30; number += 1) await server.deliver(mail(`nr ${number}`, 200));
  const proxy = await cutAfter(server.plainPort, 40_000, 2);
  afterThisTest(proxy.stop);
  const one = reader(server.plainUrl({ port: proxy.port }));
  await until(async () => {
    await one.look();
    return new Set(one.subjects).size === 30;
  });
  expect(proxy.cut.times).toBe(2);
});

test('a server that is away is said once an hour, and read from where it stopped when it is back', async () => {
  const { server, deliver, reader, lines, clock } = await office();
  const one = reader();
  await deliver('vorher');
  await one.look();
  await server.stop();
  for (let minute = 0; minute < 24 * 60; minute += 10) {
    clock.now += 10 * 60_000;
    await one.look();
  }
  expect(lines('mailbox_unavailable').length).toBe(24);
  await deliver('währenddessen');
  await server.start();
  await until(async () => (await one.read()) > 0);
  expect(one.subjects).toEqual(['vorher', 'währenddessen']);
});

test.each([
  ['a wrong password', { password: 'falsch#geheim' }, 'sign-in refused'],
  ['a folder that is not there', { folder: 'Nirgends' }, 'folder missing'],
])('%s is said once an hour, without credentials', async (_, way, reason) => {
  const { server, reader, lines, clock, logged } = await office();
  const one = reader(server.url(way));
  for (let times = 0; times < 3; times += 1) await one.look();
  expect(lines('mailbox_unavailable').map((line) => line.reason)).toEqual([reason]);
  clock.now += hourMs;
  await one.look();
  expect(lines('mailbox_unavailable')).toHaveLength(2);
  expect(logged.join('\n')).not.toMatch(new RegExp(`falsch|Nirgends|${imapAccount.user}|geheim`));
});

test('another folder is read if the address names it', async () => {
  const { server, deliver, reader } = await office();
  await deliver('hier');
  const one = reader(server.url({ folder: 'INBOX' }));
  expect(await one.read()).toBe(1);
});

test.each([
  ['a line without end', () => 'x'.repeat(3 * 1024 * 1024), 'LineTooLarge'],
  ['too long a message', () => 'BYE {3000000}\r\n', 'LiteralTooLarge'],
])('%s ends the connection', async (_, send, reason) => {
  const liar = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { open: (socket) => void socket.write(`* OK ${send()}`), data: () => {} },
  });
  afterThisTest(async () => liar.stop(true));
  const { server, reader, lines } = await office();
  await reader(server.plainUrl({ port: liar.port })).look();
  expect(lines('mailbox_unavailable')).toMatchObject([{ reason }]);
});
