/** An office for tests: an administrator and a case handler, signed in without hashing a password. */
import { beforeAll, spyOn } from 'bun:test';
import { Sqlite3Client } from '@libsql/client/sqlite3';
import { eq, inArray } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { cases } from '#db/schema/desk';
import { auditLog } from '#db/schema/staff';
import { createUser, openSession, type UserRecord } from '#db/staff/users';
import type { Role } from '#domain/accounts/user';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { type Answer, answerOf } from '#tests/support/people';

export type Staff = {
  user: UserRecord;
  token: string;
  /** Calls the API as this person. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Like `ask`, for responses that are lists. */
  list<T = Record<string, unknown>>(path: string): Promise<T[]>;
};

/** Starts an application whose staff are Antje (administrator) and Lukas (case handler). */
export async function openOffice(options: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp(options);
  return { app, ...(await hireBoth(app)) };
}

/** The same for all tests of a file, or of a `describe`; filled before the first of them, as with `setApp`. */
export function setOffice(options: Parameters<typeof setApp>[0] = {}) {
  const office = { app: setApp(options) } as Awaited<ReturnType<typeof openOffice>>;
  beforeAll(async () => {
    Object.assign(office, await hireBoth(office.app));
  });
  return office;
}

async function hireBoth(app: TestApp) {
  const antje = await hire(app, 'antje.brandt', 'admin');
  const lukas = await hire(app, 'lukas.weber', 'sachbearbeiter');
  return { antje, lukas };
}

/** Adds a member of staff and signs them in. */
export async function hire(app: TestApp, username: string, role: Role): Promise<Staff> {
  const account = { username, role, email: null, passwordHash: 'none that any password matches' };
  const user = await app.db.write((tx) => createUser(tx, account, app.clock.now));
  if (!user) throw new Error(`${username} is there already`);
  return await signedIn(app, user);
}

/** Another session of a member of staff. */
export async function signedIn(app: TestApp, user: UserRecord): Promise<Staff> {
  const session = await app.db.write((tx) =>
    openSession(tx, user.id, { browser: 'a test', now: app.clock.now }),
  );
  const token = await app.context.tokens.sign(session);
  const headers = { authorization: `Bearer ${token}` };
  return {
    user,
    token,
    ask: async (method, path, body) => answerOf(await app.ask(method, path, { body, headers })),
    list: async <T>(path: string) => {
      const response = await app.ask('GET', path, { headers });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      return (await response.json()) as T[];
    },
  };
}

/** Who did what to these subjects, in order. */
export async function deedsOf({ db }: TestApp, ...subjects: readonly unknown[]): Promise<string[]> {
  const about = inArray(auditLog.subjectId, subjects.map(String));
  const rows = await db.read.select().from(auditLog).where(about).orderBy(auditLog.id);
  return rows.map(({ username, action }) => `${username} ${action}`);
}

/** Stores what calls would take many steps for, in the row of an application or of its case. */
export const setApplication = (
  { db }: TestApp,
  id: string,
  values: Partial<typeof applications.$inferInsert>,
) => db.write((tx) => tx.update(applications).set(values).where(eq(applications.id, id)));

export const setCase = ({ db }: TestApp, id: string, values: Partial<typeof cases.$inferInsert>) =>
  db.write((tx) => tx.update(cases).set(values).where(eq(cases.applicationId, id)));

/** The statuses of calls that are answered at the same time. */
export async function statusesOf(calls: readonly Promise<Answer>[]): Promise<number[]> {
  return (await Promise.all(calls)).map(({ status }) => status).toSorted();
}

/** Counts the statements that `work` sends to the database. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const executed = spyOn(Sqlite3Client.prototype, 'execute');
  const batched = spyOn(Sqlite3Client.prototype, 'batch');
  try {
    await work();
    return executed.mock.calls.length + batched.mock.calls.flatMap(([statements]) => statements).length;
  } finally {
    executed.mockRestore();
    batched.mockRestore();
  }
}
