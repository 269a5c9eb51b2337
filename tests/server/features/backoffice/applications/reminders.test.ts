/** Reminders that staff send, delivered before the answer. */
import { describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { outbox } from '#db/schema/mails';
import type { EmailLog } from '#domain/mails/log';
import { hourMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { deedsOf, openOffice, type Staff, statusesOf } from '#tests/server/features/backoffice/staff';
import { begin, open, remind } from '#tests/server/jobs/reminder-case';
import type { TestApp } from '#tests/support/app';
import { begun as begunWith, completed } from '#tests/support/applications';
import { johanna, sentence } from '#tests/support/people';
import { kindsOf, mailsOf } from '#tests/support/stored';

const { email } = johanna['contact-data'];
const message = 'Diese Erinnerung ging vor weniger als einer Stunde hinaus.';
const tooSoon = { status: 409, body: { message } };
const logged = async (staff: Staff, id: string) =>
  (await staff.ask('GET', href(api.details, { id }))).body.emailLogs as EmailLog[];

/** An application to remind of, with a mail server of its own. */
async function begun() {
  const office = await open();
  return { ...office, id: (await begin(office.app)).id };
}

/** The first call, which waits for the mail server until it is released. */
async function held() {
  const office = await begun();
  const { reached, release } = office.server.hold();
  const first = remind(office.lukas, office.id);
  await reached;
  return { ...office, first, release };
}

/** A clock that goes on, as outside of tests. */
function letTimePass({ clock }: TestApp) {
  const { now } = clock;
  const started = performance.now();
  Object.defineProperty(clock, 'now', { get: () => now + performance.now() - started });
}

describe('a reminder that staff send', () => {
  test.each([
    ['first', 'erste'],
    ['second', 'zweite'],
  ])('is delivered before the response: %s', async (type, word) => {
    const { app, lukas, server, id } = await begun();
    const message = `Die ${word} Erinnerung wurde an ${email} gesendet.`;
    expect(await remind(lukas, id, type)).toMatchObject({ status: 200, body: { message } });
    const [mail] = server.mails;
    expect(mail?.to).toEqual([email]);
    const missing = ['Tarifauswahl', 'Versicherungsnehmer', 'SEPA-Mandat'];
    for (const part of [mail?.email.text, mail?.email.html]) {
      for (const text of ['Guten Tag Frau Sommer', `http://localhost:3000/application/${id}`, ...missing])
        expect(part).toContain(text);
      expect(part).not.toContain('Pferdedaten');
    }
    const log = { emailType: `reminder_${type}`, successful: true, errorMessage: null, applicationId: id };
    expect(await logged(lukas, id)).toMatchObject([{ ...log, subject: mail?.email.subject }]);
    expect(await deedsOf(app, id)).toEqual(['lukas.weber reminder_requested', 'lukas.weber details_opened']);
  });

  test('is written to a file if no mail server is configured', async () => {
    const { app, lukas } = await openOffice();
    const { id } = await begin(app);
    expect((await remind(lukas, id)).status).toBe(200);
    const [log] = await logged(lukas, id);
    expect(await readdir(join(app.folder, 'mail'))).toEqual([`${log?.id}.eml`]);
  });

  test('goes out once, whoever else sends it meanwhile and afterwards, and not by the worker as well', async () => {
    const { app, lukas, antje, server, id, first, release } = await held();
    const others = () => Promise.all([lukas, antje, lukas, antje].map((staff) => remind(staff, id)));
    expect(await others()).toMatchObject(Array(4).fill(tooSoon));
    expect(await app.outbox.runOnce()).toBe(0);
    // not tried yet, so not in the log
    expect(await logged(lukas, id)).toEqual([]);
    release();
    expect((await first).status).toBe(200);
    expect(await others()).toMatchObject(Array(4).fill(tooSoon));
    app.clock.now += hourMs;
    expect(await app.outbox.runOnce()).toBe(0);
    expect(server.offered).toHaveLength(1);
  });

  test.each([
    ['delivered', 200, 409],
    ['refused', 502, 200],
  ])('by five people in the same instant goes out once if it is %s', async (how, status, later) => {
    const { app, lukas, antje, server, id } = await begun();
    if (how === 'refused') server.refuse(550, 'no');
    letTimePass(app);
    const calls = [lukas, antje, lukas, antje, lukas].map((staff) => remind(staff, id));
    expect(await statusesOf(calls)).toEqual([status, 409, 409, 409, 409].toSorted());
    expect(await app.db.read.$count(outbox)).toBe(1);
    server.accept();
    expect((await remind(lukas, id)).status).toBe(later);
  });

  test('is refused if the same one failed while the call waited for its turn', async () => {
    const { app, lukas, antje, server, id } = await begun();
    letTimePass(app);
    server.refuse(550, 'no', 'data');
    const { reached, release } = server.hold();
    const first = remind(lukas, id);
    await reached;
    const [turn, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { db } = app.context;
    const write: typeof db.write = async (...work) => {
      waits.resolve();
      await turn.promise;
      return await db.write(...work);
    };
    app.context.db = { ...db, write };
    const second = remind(antje, id);
    await waits.promise;
    release();
    expect((await first).status).toBe(502);
    turn.resolve();
    expect((await second).status).toBe(409);
    server.accept();
    expect((await remind(antje, id)).status).toBe(200);
  });

  test('may be sent again after an hour, the other one at any time, and one that failed at once', async () => {
    const { app, lukas, server, id } = await begun();
    server.refuse(550, 'no');
    expect((await remind(lukas, id)).status).toBe(502);
    server.accept();
    app.clock.now += 1000;
    for (const type of ['first', 'second']) expect((await remind(lukas, id, type)).status).toBe(200);
    app.clock.now += hourMs - 1;
    expect(await remind(lukas, id)).toMatchObject(tooSoon);
    app.clock.now += 1;
    expect((await remind(lukas, id)).status).toBe(200);
    expect(server.mails).toHaveLength(3);
    // the refused one was offered, too
    expect(new Set(server.offered).size).toBe(server.offered.length);
  });

  test.each([
    [550, `5.1.1 ${email}: user unknown`, /^550: 5.1.1/],
    [451, '4.3.0 try again later', /^451: 4.3.0/],
  ])('that the mail server refuses with %i is logged and not tried again', async (code, reply, reason) => {
    const { app, lukas, server, id } = await begun();
    server.refuse(code, reply);
    const message = expect.stringContaining('erste Erinnerung');
    expect(await remind(lukas, id)).toMatchObject({ status: 502, body: { message } });
    const log = await logged(lukas, id);
    expect(log).toMatchObject([{ emailType: 'reminder_first', successful: false }]);
    expect(log[0]?.errorMessage).toMatch(reason);
    expect(log[0]?.errorMessage).not.toContain('johanna');
    server.accept();
    app.clock.now += hourMs;
    expect(await app.outbox.runOnce()).toBe(0);
    expect(server.mails).toEqual([]);
    expect(await mailsOf(app)).toMatchObject([{ status: 'failed', attempts: 1, leaseOwner: null }]);
  });

  test('returns 502 while the mail server is away, and works when it is back', async () => {
    const { app, lukas, server, id } = await begun();
    await server.stop();
    expect(await remind(lukas, id, 'second')).toMatchObject({ status: 502, body: { message: sentence } });
    expect(await logged(lukas, id)).toMatchObject([{ emailType: 'reminder_second', successful: false }]);
    await server.start();
    app.clock.now += 1000;
    expect((await remind(lukas, id, 'second')).status).toBe(200);
    expect((await logged(lukas, id)).map(({ successful }) => successful).sort()).toEqual([false, true]);
  });

  test('leaves nothing if the application is deleted meanwhile', async () => {
    const { app, antje, id, first, release } = await held();
    expect((await antje.ask('DELETE', href(api.staffApplication, { id }))).status).toBe(200);
    release();
    expect((await first).status).toBe(200);
    expect(await app.db.read.$count(outbox)).toBe(0);
  });

  test('whose result could not be stored is sent once, and its result is stored later', async () => {
    const { app, lukas, server, id, first, release } = await held();
    const { write } = app.db;
    app.db.write = () => Promise.reject(new Error('away'));
    release();
    expect((await first).status).toBe(200);
    app.db.write = write;
    app.clock.now += 61_000;
    expect(await app.outbox.runOnce()).toBe(0);
    expect(server.offered).toHaveLength(1);
    expect(await logged(lukas, id)).toMatchObject([{ successful: true }]);
  });

  test('is refused without an address, and for a completed application', async () => {
    const { app, lukas } = await openOffice();
    for (const { id } of [await begunWith(app, 1), await completed(app)]) {
      expect(await remind(lukas, id)).toMatchObject({ status: 409, body: { message: sentence } });
      expect(await deedsOf(app, id)).toEqual([]);
    }
    expect((await kindsOf(app)).filter((kind) => kind.startsWith('reminder'))).toEqual([]);
  });
});
