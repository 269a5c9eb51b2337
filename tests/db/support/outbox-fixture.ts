/** A migrated database file for tests of the outbox, with a clock that only the test moves. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client';
import { type NewMail, type OutboxMail, queueMail } from '#db/mails/outbox';
import { applications } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { openTables } from './migrated';

export type Fixture = {
  folder: string;
  db: Database;
  clock: { now: () => number; advance(ms: number): void };
  queue(mail?: Partial<NewMail>): Promise<string>;
  row(id: string): Promise<OutboxMail>;
  addApplication(): Promise<string>;
  deleteApplication(id: string): Promise<void>;
  remove(): Promise<void>;
};

export async function openOutbox(): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), 'sattelfest-outbox-'));
  const db = await openTables(`file:${join(folder, 'app.db')}`);
  let now = Date.UTC(2026, 2, 5, 9);
  const queue = async (mail: Partial<NewMail> = {}) =>
    (await db.write((tx) => queueMail(tx, { ...johanna, now, ...mail }))).id;
  return {
    folder,
    db,
    clock: {
      now: () => now,
      advance(ms) {
        now += ms;
      },
    },
    queue,
    async row(id) {
      const [mail] = await db.read.select().from(outbox).where(eq(outbox.id, id));
      if (!mail) throw new Error('no such mail');
      return mail;
    },
    async addApplication() {
      const id = crypto.randomUUID();
      await db.write((tx) => tx.insert(applications).values({ id, createdAt: now, updatedAt: now }));
      return id;
    },
    async deleteApplication(id) {
      await db.write((tx) => tx.delete(applications).where(eq(applications.id, id)));
    },
    async remove() {
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const johanna = {
  emailType: 'completion',
  recipientEmail: 'johanna@sommer.example',
  recipientName: 'Johanna Sommer',
  subject: 'Ihr Antrag ist eingegangen',
} as const;
