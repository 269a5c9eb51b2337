import { describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import type { EmailLog } from '#domain/mails/log';
import { api, href } from '#domain/urls';
import { openOffice, type Staff } from '#tests/server/features/backoffice/staff';
import { begin, open, remind } from '#tests/server/jobs/reminder-case';
import type { TestApp } from '#tests/support/app';
import { createVisitor, johanna, sentence } from '#tests/support/people';

const logged = async (staff: Staff, id: string) =>
  (await staff.ask('GET', href(api.details, { id }))).body.emailLogs as EmailLog[];

/** A clock that goes on, as outside of tests. */
function letTimePass({ clock }: TestApp) {
  const { now } = clock;
  const started = performance.now();
  Object.defineProperty(clock, 'now', { get: () => now + performance.now() - started });
}

describe('a reminder that staff send', () => {
  test.each([
    ['first', 'Die erste Erinnerung wurde an johanna.sommer@mail.example gesendet.', 'reminder_first'],
    ['second', 'Die zweite Erinnerung wurde an johanna.sommer@mail.example gesendet.', 'reminder_second'],
  ] as const)('is delivered before the response: %s', async (type, message, emailType) => {
    const { app, lukas, server } = await open();
    const { id } = await begin(app);
    const { status, body } = await remind(lukas, id, type);
    expect({ status, body }).toEqual({ status: 200, body: { message } });
    const [mail] = server.mails;
    expect(mail?.to).toEqual(['johanna.sommer@mail.example']);
    for (const part of [mail?.email.text, mail?.email.html]) {
      expect(part).toContain('Guten Tag Frau Sommer');
      expect(part).toContain(`http://localhost:3000/application/${id}`);
      for (const missing of ['Tarifauswahl', 'Versicherungsnehmer', 'SEPA-Mandat'])
        expect(part).toContain(missing);
      expect(part).not.toContain('Pferdedaten');
    }
    expect(await logged(lukas, id)).toMatchObject([
      {
        emailType,
        successful: true,
        errorMessage: null,
        subject: mail?.email.subject ?? '',
        applicationId: id,
      },
    ]);
    const lines = await app.db.read.select().from(auditLog);
    const [requested, ...others] = lines;
    expect(requested).toMatchObject({ username: 'lukas.weber', action: 'reminder_requested', subjectId: id });
    expect(others.map(({ action }) => action)).toEqual(['details_opened']);
  });

  test('is written to a file if no mail server is configured', async () => {
    const { app, lukas } = await openOffice();
    const { id } = await begin(app);
    expect((await remind(lukas, id)).status).toBe(200);
    const [log] = await logged(lukas, id);
    expect(await readdir(join(app.folder, 'mail'))).toEqual([`${log?.id}.eml`]);
  });

  test('is sent once, and not by the worker as well', async () => {
    const { app, lukas, server } = await open();
    const { id } = await begin(app);
    const { reached, release } = server.hold();
    const answer = remind(lukas, id);
    await reached;
    expect(await app.outbox.runOnce()).toBe(0);
    // not tried yet, so not in the log
    expect(await logged(lukas, id)).toEqual([]);
    release();
    expect((await answer).status).toBe(200);
    app.clock.now += 3_600_000;
    expect(await app.outbox.runOnce()).toBe(0);
    expect(server.offered).toHaveLength(1);
  });

  test('by five people at once goes out once, while it is being delivered and afterwards', async () => {
    const { app, lukas, antje, server } = await open();
    const { id } = await begin(app);
    const { reached, release } = server.hold();
    const first = remind(lukas, id);
    await reached;
    const just = {
      status: 409,
      body: { message: 'Diese Erinnerung ging vor weniger als einer Stunde hinaus.' },
    };
    const others = () => Promise.all([lukas, antje, lukas, antje].map((staff) => remind(staff, id)));
    expect(await others()).toMatchObject([just, just, just, just]);
    release();
    expect((await first).status).toBe(200);
    expect(await others()).toMatchObject([just, just, just, just]);
    expect(server.offered).toHaveLength(1);
  });

  test.each([
    ['delivered', 200],
    ['refused', 502],
  ])('by five people in the same instant goes out once if it is %s', async (how, status) => {
    const { app, lukas, antje, server } = await open();
    const { id } = await begin(app);
    if (how === 'refused') server.refuse(550, 'no');
    letTimePass(app);
    const answers = await Promise.all([lukas, antje, lukas, antje, lukas].map((staff) => remind(staff, id)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual(
      [status, 409, 409, 409, 409].toSorted(),
    );
    expect(await app.db.read.select().from(outbox)).toHaveLength(1);
    server.accept();
    expect((await remind(lukas, id)).status).toBe(how === 'refused' ? 200 : 409);
  });

  test('is refused if the same one failed while the call waited for its turn', async () => {
    const { app, lukas, antje, server } = await open();
    const { id } = await begin(app);
    letTimePass(app);
    server.refuse(550, 'no', 'data');
    const { reached, release } = server.hold();
    const first = remind(lukas, id);
    await reached;
    const turn = Promise.withResolvers<void>();
    const waits = Promise.withResolvers<void>();
    const { db } = app.context;
    app.context.db = {
      ...db,
      write: async (...work) => {
        waits.resolve();
        await turn.promise;
        return await db.write(...work);
      },
    };
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
    const { app, lukas, server } = await open();
    const { id } = await begin(app);
    server.refuse(550, 'no');
    expect((await remind(lukas, id)).status).toBe(502);
    server.accept();
    app.clock.now += 1000;
    for (const type of ['first', 'second']) expect((await remind(lukas, id, type)).status).toBe(200);
    app.clock.now += 3_600_000 - 1;
    expect(await remind(lukas, id)).toMatchObject({
      status: 409,
      body: { message: 'Diese Erinnerung ging vor weniger als einer Stunde hinaus.' },
    });
    app.clock.now += 1;
    expect((await remind(lukas, id)).status).toBe(200);
    expect(server.mails).toHaveLength(3);
    // the refused one was offered, too
    expect(new Set(server.offered).size).toBe(server.offered.length);
  });

  test.each([
    [550, '5.1.1 johanna.sommer@mail.example: user unknown', /^550: 5.1.1/],
    [451, '4.3.0 try again later', /^451: 4.3.0/],
  ])(
    'that the mail server refuses with %i returns 502, is logged and not tried again',
    async (code, reply, reason) => {
      const { app, lukas, server } = await open();
      const { id } = await begin(app);
      server.refuse(code, reply);
      const { status, body } = await remind(lukas, id);
      expect({ status, body }).toEqual({ status: 502, body: { message: sentence } });
      expect(body.message).toContain('erste Erinnerung');
      const [log, ...more] = await logged(lukas, id);
      expect(more).toEqual([]);
      expect(log).toMatchObject({ emailType: 'reminder_first', successful: false });
      expect(log?.errorMessage).toMatch(reason);
      expect(log?.errorMessage).not.toContain('johanna');
      server.accept();
      app.clock.now += 3_600_000;
      expect(await app.outbox.runOnce()).toBe(0);
      expect(server.mails).toEqual([]);
      const [row] = await app.db.read.select().from(outbox);
      expect(row).toMatchObject({ status: 'failed', attempts: 1, leaseOwner: null });
    },
  );

  test('returns 502 while the mail server is away, and works when it is back', async () => {
    const { app, lukas, server } = await open();
    const { id } = await begin(app);
    await server.stop();
    const { status, body } = await remind(lukas, id, 'second');
    expect({ status, body }).toEqual({ status: 502, body: { message: sentence } });
    expect(await logged(lukas, id)).toMatchObject([{ emailType: 'reminder_second', successful: false }]);
    await server.start();
    app.clock.now += 1000;
    expect((await remind(lukas, id, 'second')).status).toBe(200);
    expect((await logged(lukas, id)).map(({ successful }) => successful).sort()).toEqual([false, true]);
  });

  test('leaves nothing if the application is deleted meanwhile', async () => {
    const { app, antje, lukas, server } = await open();
    const { id } = await begin(app);
    const { reached, release } = server.hold();
    const answer = remind(lukas, id);
    await reached;
    expect((await antje.ask('DELETE', href(api.staffApplication, { id }))).status).toBe(200);
    release();
    expect((await answer).status).toBe(200);
    expect(await app.db.read.select().from(outbox)).toEqual([]);
  });
});

describe('no reminder is sent', () => {
  async function refused(staff: Staff, id: string, status: number, app: TestApp) {
    const answer = await remind(staff, id);
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { message: sentence } });
    expect(await app.db.read.select().from(auditLog)).toEqual([]);
    return (await app.db.read.select().from(outbox)).filter(({ emailType }) =>
      emailType.startsWith('reminder'),
    );
  }

  test('without an address', async () => {
    const { app, lukas } = await openOffice();
    const visitor = createVisitor(app);
    await visitor.save('horse-data', johanna['horse-data']);
    expect(await refused(lukas, visitor.id, 409, app)).toEqual([]);
  });

  test('for a completed application', async () => {
    const { app, lukas } = await openOffice();
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    await visitor.complete();
    expect(await refused(lukas, visitor.id, 409, app)).toEqual([]);
  });
});

test('a result that could not be stored is stored later, and the mail is sent once', async () => {
  const { app, lukas, server } = await open();
  const { id } = await begin(app);
  const { reached, release } = server.hold();
  const answer = remind(lukas, id);
  await reached;
  const { write } = app.db;
  app.db.write = () => Promise.reject(new Error('away'));
  release();
  expect((await answer).status).toBe(200);
  app.db.write = write;
  app.clock.now += 61_000;
  expect(await app.outbox.runOnce()).toBe(0);
  expect(server.offered).toHaveLength(1);
  expect(await logged(lukas, id)).toMatchObject([{ successful: true }]);
});
