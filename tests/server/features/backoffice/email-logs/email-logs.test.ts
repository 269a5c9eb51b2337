import { beforeAll, describe, expect, test } from 'bun:test';
import { outbox } from '#db/schema/mails';
import { type EmailType, emailTypes } from '#domain/mails/kinds';
import { type EmailLogPage, emailLogSortFields, mailStatuses } from '#domain/mails/log';
import { api } from '#domain/urls';
import { openOffice, type Staff, setOffice } from '#tests/server/features/backoffice/staff';
import type { TestApp } from '#tests/support/app';

type Mail = Partial<typeof outbox.$inferInsert>;

const logs = async (staff: Staff, query = '') =>
  (await staff.ask('GET', api.emailLogs + query)).body as unknown as EmailLogPage;

async function add(app: TestApp, mails: Mail[]) {
  const rows = mails.map((mail) => ({
    id: crypto.randomUUID(),
    emailType: 'completion' as EmailType,
    recipientEmail: 'a@post.example',
    subject: 'Betreff',
    status: 'sent' as const,
    attempts: 1,
    createdAt: 1000,
    nextAttemptAt: 1000,
    attemptedAt: 2000,
    ...mail,
  }));
  await app.db.write((tx) => tx.insert(outbox).values(rows));
  return rows.map(({ id }) => id);
}

/** 45 mails of all types, tried a minute apart. */
const many = (app: TestApp) =>
  add(
    app,
    Array.from({ length: 45 }, (_, index) => ({
      emailType: emailTypes[index % emailTypes.length],
      recipientEmail: `person${String((index * 7) % 45).padStart(2, '0')}@post.example`,
      subject: `Betreff ${index % 4}`,
      status: index % 3 === 0 ? ('failed' as const) : ('sent' as const),
      error: index % 3 === 0 ? '550: 5.1.1 Mailbox unavailable' : null,
      attemptedAt: 60_000 * index,
    })),
  );

test('shows each mail with the time and result of its last attempt, but no mail without an attempt', async () => {
  const { app, lukas } = await openOffice();
  const unreachable = 'ECONNECTION: Der Mailserver ist nicht erreichbar.';
  const [sent = '', failed = '', waits = ''] = await add(app, [
    { attemptedAt: 3000, emailType: 'callback_confirmation', subject: 'Rückruf' },
    { attemptedAt: 2000, status: 'failed', error: '550: 5.1.1 User unknown' },
    { attemptedAt: 1000, status: 'pending', error: unreachable },
    { attemptedAt: null, status: 'pending', attempts: 0 },
  ]);
  const usual = {
    emailType: 'completion',
    recipientEmail: 'a@post.example',
    subject: 'Betreff',
    applicationId: null,
    successful: false,
    attempts: 1,
    bouncedAt: null,
    bounceCode: null,
  } as const;
  const shown = (id: string, second: number, more: Partial<EmailLogPage['logs'][number]>) =>
    ({ ...usual, id, sentAt: `1970-01-01T00:00:0${second}.000Z`, ...more }) as EmailLogPage['logs'][number];
  const callback = { emailType: 'callback_confirmation', subject: 'Rückruf' } as const;
  expect(await logs(lukas)).toEqual({
    logs: [
      shown(sent, 3, { ...callback, successful: true, status: 'sent', errorMessage: null }),
      shown(failed, 2, { status: 'failed', errorMessage: '550: 5.1.1 User unknown' }),
      shown(waits, 1, { status: 'pending', errorMessage: unreachable }),
    ],
    total: 3,
    totalPages: 1,
    resendable: true,
  });
});

// its pages, wrong values and statements are those of every list: `lists.test.ts`
describe('a mail log of 45 mails', () => {
  const office = setOffice();
  beforeAll(() => many(office.app));

  test.each(['sentAt', 'emailType', 'recipientEmail', 'subject', 'successful'] as const)(
    'can be sorted by %s in both directions, across all pages',
    async (field) => {
      const read = async (direction: string) => {
        const query = `?sortField=${field}&sortDirection=${direction}&pageSize=10`;
        const pages = await Promise.all(
          [1, 2, 3, 4, 5].map((page) => logs(office.lukas, `${query}&page=${page}`)),
        );
        return pages.flatMap((page) => page.logs);
      };
      const ascending = await read('asc');
      const values = ascending.map((log) => (field === 'successful' ? Number(log.successful) : log[field]));
      expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : Number(a > b))));
      expect(new Set(ascending.map(({ id }) => id)).size).toBe(45);
      expect(await read('desc')).toEqual(ascending.toReversed());
    },
  );

  test.each(emailTypes)('can be filtered to %s', async (type) => {
    for (const field of ['sentAt', 'recipientEmail', 'successful']) {
      const { logs: found, total, totalPages } = await logs(office.lukas, `?type=${type}&sortField=${field}`);
      expect(found.every(({ emailType }) => emailType === type)).toBe(true);
      expect([found.length, totalPages]).toEqual([total, 1]);
      const each = 45 / emailTypes.length;
      expect(total).toBeWithin(Math.floor(each), Math.ceil(each) + 1);
    }
  });

  test.each(mailStatuses)('can be filtered to %s, also within a type', async (status) => {
    const number = { sent: 30, failed: 15, pending: 0, bounced: 0 }[status];
    for (const field of emailLogSortFields) {
      const found = await logs(office.lukas, `?status=${status}&sortField=${field}&pageSize=45`);
      expect(found.logs.map((log) => log.status)).toEqual(Array(number).fill(status));
      expect(found.total).toBe(number);
      const both = await logs(office.lukas, `?status=${status}&type=completion&sortField=${field}`);
      const ofType = found.logs.filter(({ emailType }) => emailType === 'completion');
      expect(both.logs.map(({ id }) => id).toSorted()).toEqual(ofType.map(({ id }) => id).toSorted());
      expect(both.total).toBe(ofType.length);
    }
  });

  test('is not filtered by the type or status `all`', async () => {
    expect(await logs(office.lukas, '?type=all&status=all')).toEqual(await logs(office.lukas));
  });
});
