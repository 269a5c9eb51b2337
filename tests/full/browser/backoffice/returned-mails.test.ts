/** What staff and applicants see of mail that came back, and of answers by mail. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client';
import { openDatabase } from '#db/open';
import { caseEvents, cases } from '#db/schema/desk';
import { evidence } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { api, href, pages } from '#domain/urls';
import { storeApplication } from '#tests/browser/backoffice/stored-application';
import { onCleanPage, overflow } from '#tests/browser/page-checks';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { openAt } from '#tests/support/journey';
import { johanna } from '#tests/support/people';
import { freePort } from '#tests/support/ports';
import { startServer } from '#tests/support/server';
import { call, enter } from '#tests/support/staff';
import { setStage, staffAddress } from '#tests/support/stage';
import { until } from '#tests/support/until';

setDefaultTimeout(60_000);
// it starts anew there, and nobody else may get the port meanwhile
const stage = setStage({ PORT: String(freePort()) });
const at = (path: string) => stage.server.url + path;
let id = '';

beforeAll(async () => {
  id = await storeApplication(stage.server.url, { horseName: 'Donna Clara', sets: 5, complete: true });
  await call(stage.server.url, 'POST', api.callbackRequests, {
    name: 'Jürgen Nowak',
    phone: '030 23125 107',
    email: 'nowak@post.example',
    dataProcessingConsent: true,
  });
  await until(() => stage.mails.mails.length >= 4);
  await whileStopped((db) => db.write(comeBack));
}, 60_000);

/** The server alone has its database, so it is stopped and started again at the same address. */
async function whileStopped(work: (db: Database) => Promise<unknown>) {
  const { url, dataDir, kill } = stage.server;
  await kill('SIGTERM');
  const db = await openDatabase({ url: `file:${join(dataDir, 'app.db')}` });
  await work(db);
  await db.close();
  const mail = { SMTP_URL: stage.mails.url, MAIL_INTERNAL_TO: staffAddress };
  stage.server = await startServer(dataDir, { RATE_LIMIT: 'off', PORT: new URL(url).port, ...mail });
}

/** What the server stores of failure reports and replies. */
async function comeBack(tx: Transaction) {
  const now = Date.now();
  const bounced = { status: 'bounced', bouncedAt: now, bounceCode: '5.1.1', stopsAddress: true } as const;
  const returned = await tx.update(outbox).set(bounced).where(eq(outbox.status, 'sent')).returning();
  const mailId = returned.find(({ emailType }) => emailType === 'completion')?.id ?? '';
  const done = { undeliverable: true, replyUnread: true, status: 'issued', followUpOn: null } as const;
  await tx.update(cases).set(done).where(eq(cases.applicationId, id));
  const delivered = await tx.select().from(evidence).where(eq(evidence.mailId, mailId));
  const failed = { at: now, kind: 'delivery_failed' } as const;
  await tx.insert(evidence).values(delivered.map((one) => ({ ...one, ...failed, id: crypto.randomUUID() })));
  const events = [
    { kind: 'undeliverable', text: 'Antragseingang: Dieses Postfach gibt es nicht.' },
    { kind: 'foreign_reply' },
    { kind: 'automatic_reply' },
    {
      kind: 'answer',
      way: 'email',
      text: 'Ja, er ist gesund.\n\nViele Grüße\nJohanna Sommer',
      attachments: 2,
    },
  ] as const;
  await tx.insert(caseEvents).values(
    events.map((event, index) => ({
      ...event,
      id: crypto.randomUUID(),
      applicationId: id,
      at: now + index,
    })),
  );
}

const sizes = [phone, { width: 320, height: 640 }, desktop];

test('staff see it on every page about it, at each width', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const fits = async (name: string) => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        await until(async () => (await overflow(page)) === 0);
        expect([name, size.width, await axeViolations(page)]).toEqual([name, size.width, []]);
      }
    };
    await enter(page, stage.server.url);
    await page.goto(at(`${pages.backofficeCases}?view=due`));
    const row = page.getByRole('row').filter({ hasText: 'Johanna Sommer' });
    await row.getByText('E-Mail kam zurück', { exact: true }).waitFor();
    await fits('cases-due');
    await page.goto(at(href(pages.backofficeApplication, { id })));
    const region = page.getByRole('region', { name: 'Vorgang' });
    await region.getByText('Bitte rufen Sie an').waitFor();
    const history = region.getByRole('region', { name: 'Verlauf' });
    for (const text of [
      'Antwort per E-Mail',
      '2 Anhänge wurden nicht übernommen',
      'Antwort von einer anderen Adresse',
      'Automatische Antwort',
      'Antragseingang: Dieses Postfach gibt es nicht.',
    ])
      await history.getByText(text, { exact: true }).waitFor();
    await fits('case');
    await page.getByRole('tab', { name: 'E-Mails' }).click();
    await page.getByRole('tabpanel').getByText('Unzustellbar', { exact: true }).first().waitFor();
    await fits('details-mails');
    await page.goto(at(href(pages.backofficeEvidence, { id })));
    await page.getByText('Dokument kam zurück: Erstinformation').waitFor();
    await fits('proofs');
    await page.goto(at(`${pages.backofficeEmailLogs}?status=bounced`));
    await page.getByRole('row').getByText('Unzustellbar', { exact: true }).first().waitFor();
    await fits('mail-log');
    await page.goto(at(pages.backofficeCallbacks));
    await page.getByRole('row').getByText('E-Mail kam zurück', { exact: true }).waitFor();
    await fits('callbacks');
  });
});

test('an answer about a done case is read by one button, and the case stays due while its mail is returned', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.goto(at(href(pages.backofficeApplication, { id })));
    const read = page.getByRole('button', { name: 'Gelesen', exact: true });
    await read.click();
    await read.waitFor({ state: 'detached' });
    await page.goto(at(`${pages.backofficeCases}?view=due`));
    await page.getByRole('row').getByText('E-Mail kam zurück', { exact: true }).waitFor();
  });
});

test('the applicant is told to download the documents, at each width', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const before = stage.mails.mails.length;
    // no mail goes to an address from which one came back
    const contact = { ...johanna['contact-data'], email: 'johanna@other.example' };
    const person = { ...johanna, 'contact-data': contact };
    const application = await openAt(page, stage.server.url, 6, { person, sets: 5 });
    const card = page.getByRole('region', { name: 'Ihre Unterlagen' });
    await card.getByText('Bitte laden Sie die Unterlagen jetzt herunter.', { exact: true }).waitFor();
    await until(() => stage.mails.mails.length > before);
    await whileStopped((db) =>
      db.write((tx) =>
        tx
          .update(outbox)
          .set({ status: 'bounced', bouncedAt: 1 })
          .where(eq(outbox.applicationId, application)),
      ),
    );
    await page.reload();
    await card
      .getByText('Unsere E-Mail kam zurück. Bitte laden Sie die Unterlagen jetzt herunter.', { exact: true })
      .waitFor();
    for (const size of sizes) {
      await page.setViewportSize(size);
      await until(async () => (await overflow(page)) === 0);
      expect([size.width, await axeViolations(page)]).toEqual([size.width, []]);
    }
  });
});
