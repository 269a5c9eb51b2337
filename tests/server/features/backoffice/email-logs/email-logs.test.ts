/** The mail log. Its pages, wrong values and statements: `lists.test.ts`; its totals by type and status: `tests/db/mails`. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { outbox } from '#db/schema/mails';
import { emailTypes } from '#domain/mails/kinds';
import { type EmailLogPage, emailLogSortFields } from '#domain/mails/log';
import { api } from '#domain/urls';
import { openOffice, type Staff, setOffice } from '#tests/server/features/backoffice/staff';
import type { TestApp } from '#tests/support/app';

type Mail = Partial<typeof outbox.$inferInsert>;

const logs = async (staff: Staff, query = '') =>
  (await staff.ask('GET', api.emailLogs + query)).body as unknown as EmailLogPage;

const usual = {
  emailType: 'completion',
  recipientEmail: 'a@post.example',
  subject: 'Betreff',
  attempts: 1,
} as const;

async function add({ db }: TestApp, mails: Mail[]) {
  const times = { createdAt: 1000, nextAttemptAt: 1000, attemptedAt: 2000 };
  const rows = mails.map((mail) => ({
    id: crypto.randomUUID() as string,
    ...usual,
    ...times,
    status: 'sent' as const,
    ...mail,
  }));
  await db.write((tx) => tx.insert(outbox).values(rows));
  return rows.map(({ id }) => id);
}

test('shows each mail with the time and result of its last attempt, but no mail without an attempt', async () => {
  const { app, lukas } = await openOffice();
  const [away, refused] = ['ECONNECTION: Der Mailserver ist nicht erreichbar.', '550: 5.1.1 User unknown'];
  const callback = { emailType: 'callback_confirmation', subject: 'Rückruf' } as const;
  const [sent = '', failed = '', waits = ''] = await add(app, [
    { attemptedAt: 3000, ...callback },
    { attemptedAt: 2000, status: 'failed', error: refused },
    { attemptedAt: 1000, status: 'pending', error: away },
    { attemptedAt: null, status: 'pending', attempts: 0 },
  ]);
  const shown = (id: string, second: number, more: Partial<EmailLogPage['logs'][number]>) =>
    ({
      ...{ ...usual, id, sentAt: `1970-01-01T00:00:0${second}.000Z`, applicationId: null },
      ...{ successful: false, bouncedAt: null, bounceCode: null, ...more },
    }) as EmailLogPage['logs'][number];
  expect(await logs(lukas)).toEqual({
    logs: [
      shown(sent, 3, { ...callback, successful: true, status: 'sent', errorMessage: null }),
      shown(failed, 2, { status: 'failed', errorMessage: refused }),
      shown(waits, 1, { status: 'pending', errorMessage: away }),
    ],
    ...{ total: 3, totalPages: 1, resendable: true },
  });
});

describe('a mail log of 45 mails', () => {
  const office = setOffice();

  /** Of all types, tried a minute apart; every third one failed. */
  beforeAll(() =>
    add(
      office.app,
      Array.from({ length: 45 }, (_, index) => ({
        emailType: emailTypes[index % emailTypes.length],
        recipientEmail: `person${String((index * 7) % 45).padStart(2, '0')}@post.example`,
        subject: `Betreff ${index % 4}`,
        status: index % 3 === 0 ? ('failed' as const) : ('sent' as const),
        attemptedAt: 60_000 * index,
      })),
    ),
  );

  test.each(['sentAt', 'emailType', 'recipientEmail', 'subject', 'successful'] as const)(
    'can be sorted by %s in both directions, across all pages',
    async (field) => {
      const read = async (direction: string) => {
        const page = (number: number) =>
          logs(office.lukas, `?sortField=${field}&sortDirection=${direction}&pageSize=10&page=${number}`);
        return (await Promise.all([1, 2, 3, 4, 5].map(page))).flatMap((one) => one.logs);
      };
      const ascending = await read('asc');
      const values = ascending.map((log) => (field === 'successful' ? Number(log.successful) : log[field]));
      expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : Number(a > b))));
      expect(new Set(ascending.map(({ id }) => id)).size).toBe(45);
      expect(await read('desc')).toEqual(ascending.toReversed());
    },
  );

  test('can be filtered to a type, a status and both, and `all` is no filter', async () => {
    const all = await logs(office.lukas, '?type=all&status=all&pageSize=100');
    expect(all.total).toBe(45);
    for (const sortField of emailLogSortFields) {
      for (const [type, status] of [
        ['completion'],
        [undefined, 'failed'],
        ['completion', 'failed'],
        ['offer', 'bounced'],
      ]) {
        const query = new URLSearchParams({ sortField, type: type ?? 'all', status: status ?? 'all' });
        const expected = all.logs.filter(
          (log) => log.emailType === (type ?? log.emailType) && log.status === (status ?? log.status),
        );
        const found = await logs(office.lukas, `?${query}&pageSize=100`);
        const ids = (page: Pick<EmailLogPage, 'logs'>) => page.logs.map(({ id }) => id).toSorted();
        expect([found.total, ids(found)]).toEqual([expected.length, ids({ logs: expected })]);
      }
    }
  });
});
