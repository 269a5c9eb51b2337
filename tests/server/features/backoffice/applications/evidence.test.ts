/** The proofs about an application, as staff see them. */
import { describe, expect, test } from 'bun:test';
import { addEvidence, storeWordings } from '#db/evidence';
import { sha256Of } from '#db/hash';
import { documents } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import type { EvidenceEntry } from '#domain/law/evidence';
import { adviceWaiver, consents, dutyOfDisclosure, withdrawalSentence } from '#domain/law/wordings';
import { mailKinds } from '#domain/mails/kinds';
import { api, href } from '#domain/urls';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { draw } from '#tests/support/drawing';
import { readPdf } from '#tests/support/pdf';
import { createVisitor, johanna } from '#tests/support/people';
import { withoutIds } from '#tests/support/random-ids';

async function office({ waiver = true } = {}) {
  const { app, lukas } = await openOffice({ draw });
  const visitor = createVisitor(app);
  await visitor.fill(johanna);
  await app.ask('PUT', href(api.declarations, { id: visitor.id }), { body: { adviceWaiver: waiver } });
  const path = href(api.evidence, { id: visitor.id });
  return { app, lukas, visitor, path, entries: () => lukas.list<EvidenceEntry>(path) };
}

describe('the proofs of an application', () => {
  test('are a bare array in order of time, with label, text or document, and way', async () => {
    const { app, visitor, entries } = await office();
    const { db, context, clock } = app;
    const paper = { sha256: 'd'.repeat(64), bytes: Buffer.from('%PDF-'), sample: false, createdAt: 1 };
    await db.write((tx) => tx.insert(documents).values({ ...paper, kind: 'avb', version: 2 }));
    await db.write((tx) =>
      addEvidence(tx, context.cipher, [
        {
          at: clock.now,
          kind: 'document_delivered',
          way: 'mail',
          applicationId: visitor.id,
          documentSha256: paper.sha256,
        },
      ]),
    );
    clock.now += 60_000;
    await visitor.complete();
    const [delivered, ...declared] = await entries();
    expect(delivered).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: '2026-11-20T09:00:00.000Z',
      kind: 'document_delivered',
      label: 'Dokument übergeben',
      subject: 'Allgemeine Versicherungsbedingungen',
      text: null,
      document: {
        kind: 'avb',
        label: 'Allgemeine Versicherungsbedingungen',
        version: 2,
        url: `/unterlagen/avb/${paper.sha256}.pdf`,
      },
      way: 'mail',
      wayLabel: 'per E-Mail',
      mailId: null,
    });
    expect(declared.map(({ subject }) => subject)).toEqual([
      'Voraussetzungen für das Pferd',
      'Verarbeitung der Angaben',
      'SEPA-Lastschriftmandat',
      'Bestätigung beim Absenden',
      'Verzicht auf Beratung',
    ]);
    expect(declared.at(-1)).toMatchObject({
      at: '2026-11-20T09:01:00.000Z',
      kind: 'declaration',
      label: 'Erklärung abgegeben',
      text: adviceWaiver.sentence,
      document: null,
      way: 'page',
      wayLabel: 'auf der Seite',
      mailId: null,
    });
  });

  test('name the mail with a document, and that it came back', async () => {
    const { app, visitor, entries } = await office();
    const mailId = crypto.randomUUID();
    const at = app.clock.now;
    const paper = { sha256: 'd'.repeat(64), bytes: Buffer.from('%PDF-'), sample: false, createdAt: 1 };
    const document = {
      way: 'mail',
      applicationId: visitor.id,
      documentSha256: paper.sha256,
      mailId,
    } as const;
    await app.db.write(async (tx) => {
      await tx.insert(documents).values({ ...paper, kind: 'avb', version: 2 });
      await tx.insert(outbox).values({
        id: mailId,
        emailType: 'documents',
        recipientEmail: 'a@post.example',
        createdAt: at,
        nextAttemptAt: at,
      });
      await addEvidence(tx, app.context.cipher, [
        { ...document, at: at + 60_000, kind: 'delivery_failed' },
        { ...document, at, kind: 'document_delivered' },
      ]);
    });
    const mail = { mailId, mailLabel: mailKinds.documents.label };
    expect(await entries()).toMatchObject([
      { ...mail, label: 'Dokument übergeben', subject: 'Allgemeine Versicherungsbedingungen' },
      { ...mail, label: 'Dokument kam zurück', subject: 'Allgemeine Versicherungsbedingungen' },
    ]);
  });

  test('call the box on the duty of disclosure a notice, because it declares nothing', async () => {
    const { app, visitor, entries } = await office();
    const headers = { 'x-wordings': app.context.wordings.forWizard.header };
    await app.ask('PUT', href(api.complete, { id: visitor.id }), { headers });
    expect((await entries())[0]).toMatchObject({
      kind: 'declaration',
      label: 'Hinweis gezeigt',
      subject: 'Anzeigepflicht',
      text: `${dutyOfDisclosure.title}\n${dutyOfDisclosure.text}`,
    });
  });

  test('name a withdrawal once, with its sentence', async () => {
    const { app, visitor, entries } = await office();
    await visitor.complete();
    const declaration = { name: 'Johanna Sommer', email: 'johanna@stall.example', contract: visitor.id };
    await app.ask('POST', api.withdrawals, { body: declaration });
    expect((await entries()).at(-1)).toMatchObject({
      label: 'Widerruf eingegangen',
      subject: null,
      text: withdrawalSentence,
    });
  });

  test('are empty while nothing was shown or declared', async () => {
    const { entries } = await office();
    expect(await entries()).toEqual([]);
  });

  test('stay when the completed application is deleted', async () => {
    const { lukas, visitor, path, entries } = await office();
    await visitor.complete();
    const before = await entries();
    expect(before).toHaveLength(5);
    await lukas.ask('DELETE', href(api.staffApplication, { id: visitor.id }));
    expect((await lukas.ask('GET', href(api.details, { id: visitor.id }))).status).toBe(404);
    expect(await entries()).toEqual(before);
    // an id in capitals is the same id
    expect(await lukas.list(path.replace(visitor.id, visitor.id.toUpperCase()))).toEqual(before);
  });

  test('are 404 when nothing is known any more', async () => {
    const { lukas, visitor, path } = await office();
    await lukas.ask('DELETE', href(api.staffApplication, { id: visitor.id }));
    expect((await lukas.ask('GET', path)).status).toBe(404);
  });

  test('contain no name, address or number of the applicant', async () => {
    const { visitor, entries } = await office();
    await visitor.complete();
    const shown = withoutIds(JSON.stringify(await entries()));
    expect(shown).not.toMatch(/johanna|sommer|mail\.example|0341|Fjölnir/i);
  });
});

describe('the stored text', () => {
  const former = 'Mit dem Absenden bestätige ich den Wortlaut von früher.';

  test('is printed for ever, in the proofs and in both PDFs', async () => {
    const { app, lukas, visitor, entries } = await office();
    await storeWordings(app.db, [{ key: 'submission', text: former, sha256: sha256Of(former) }], 1);
    const headers = { 'x-wordings': `submission=${sha256Of(former)}` };
    await app.ask('PUT', href(api.complete, { id: visitor.id }), { headers });
    expect((await entries()).map(({ text }) => text)).toContain(former);
    for (const copy of ['', '?copy=staff']) {
      const { authorization } = { authorization: `Bearer ${lukas.token}` };
      const path = href(api.document, { id: visitor.id }) + copy;
      const response = await app.ask('GET', path, { headers: { authorization } });
      const { letters } = await readPdf(await response.bytes());
      const printed = (text: string) => letters.includes(text.replace(/\s/g, ''));
      expect([printed(former), printed(consents.submission)]).toEqual([true, false]);
      expect([printed(adviceWaiver.sentence), printed('Für Ihr Pferd gilt bei Antragstellung:')]).toEqual([
        true,
        true,
      ]);
    }
  });

  test('of a wording that this version does not know has no name', async () => {
    const { app, visitor, entries } = await office();
    const key = 'einwilligung' as 'submission';
    await storeWordings(app.db, [{ key, text: former, sha256: sha256Of(former) }], 1);
    await app.db.write((tx) =>
      addEvidence(tx, app.context.cipher, [
        {
          at: 1,
          kind: 'declaration',
          way: 'page',
          applicationId: visitor.id,
          wordingSha256: sha256Of(former),
        },
      ]),
    );
    expect(await entries()).toMatchObject([{ subject: null, text: former }]);
  });
});
