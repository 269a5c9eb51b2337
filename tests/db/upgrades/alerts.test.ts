/** Migration 19: an alert that waits names its account and its audit row, which its subject alone said before. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { migrateDatabase } from '#db/migrate';
import { migratedUpTo, ownMigrations } from '../support/migrated';
import { setScratch } from '../support/processes';

const here = setScratch();

/** By the titles that alerts had then. */
const titles = {
  many_opened: 'Viele Anträge geöffnet',
  many_deleted: 'Viele Anträge gelöscht',
  many_listed: 'Viele Personen in Listen',
  many_first_contacts: 'Viele E-Mails an neue Adressen',
  user_created: 'Benutzer erstellt',
  user_deleted: 'Benutzer gelöscht',
  sessions_ended: 'Sitzungen beendet',
  second_factor_ended: 'Zwei-Faktor-Anmeldung beendet',
};

test('an alert of each kind keeps its account, and finds its audit row', async () => {
  const db = await migratedUpTo(here, 19);
  const addRow = (at: number, username: string, action: string) => sql`
    insert into audit_log (at, user_id, username, action, subject_id) values (${at}, 'u', ${username}, ${action}, 's')`;
  await db.write(async (tx) => {
    for (const [at, [action, title]] of Object.entries(titles).entries()) {
      // somebody else did the same at this instant
      if (isByAccount(action)) await tx.run(addRow(at, 'other', action));
      await tx.run(addRow(at, isByAccount(action) ? 'antje' : 'admin', action));
      const subject = `Sicherheitshinweis: ${title} (antje)`;
      await tx.run(sql`insert into outbox
        (id, email_type, recipient_email, subject, created_at, next_attempt_at)
        values (${action}, 'security_alert', 'a@b.example', ${subject}, ${at}, ${at})`);
    }
  });
  await migrateDatabase(db, ownMigrations);
  const found = await db.read.all<object>(sql`select account, action, username from outbox
    left join audit_log on audit_log.id = audit_id order by created_at`);
  expect(found).toMatchObject(
    Object.keys(titles).map((action) => ({
      account: 'antje',
      action,
      username: isByAccount(action) ? 'antje' : 'admin',
    })),
  );
});

/** The account of the others is the one that was changed. */
const isByAccount = (action: string) => action.startsWith('many');
