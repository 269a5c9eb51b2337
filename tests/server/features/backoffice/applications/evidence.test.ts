/** The proofs about an application, as staff see them. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { addEvidence, storeWordings } from '#db/evidence';
import { sha256Of } from '#db/hash';
import { documents } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { documentLabels } from '#domain/document-kinds';
import type { EvidenceEntry } from '#domain/law/evidence';
import { adviceWaiver, consents, dutyOfDisclosure, withdrawalSentence } from '#domain/law/wordings';
import { mailKinds } from '#domain/mails/kinds';
import { api, href } from '#domain/urls';
import { setOffice } from '#tests/server/features/backoffice/staff';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { testNow } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { draw } from '#tests/support/drawing';
import { readPdf } from '#tests/support/pdf';
import { withoutIds } from '#tests/support/random-ids';

const office = setOffice({ draw });
const { app } = office;
beforeEach(() => {
  app.clock.now = testNow;
});

async function begun() {
  const visitor = await filled(app);
  await app.ask('PUT', href(api.declarations, visitor), { body: { adviceWaiver: true } });
  const path = href(api.evidence, visitor);
  return { visitor, path, entries: () => office.lukas.list<EvidenceEntry>(path) };
}
type Proof = Parameters<typeof addEvidence>[2][number];
const prove = (...proofs: Proof[]) => app.db.write((tx) => addEvidence(tx, app.context.cipher, proofs));
const complete = ({ id }: { id: string }, wordings: string) =>
  app.ask('PUT', href(api.complete, { id }), { headers: { 'x-wordings': wordings } });

/** A document that nobody else has. */
async function addDocument(version: number): Promise<string> {
  const sha256 = sha256Of(String(version));
  const paper = { sha256, bytes: Buffer.from('%PDF-'), sample: false, createdAt: 1, kind: 'avb' } as const;
  await app.db.write((tx) => tx.insert(documents).values({ ...paper, version }));
  return sha256;
}

describe('the proofs of an application', () => {
  test('are a bare array in order of time, with label, text or document, and way', async () => {
    const { visitor, entries } = await begun();
    const documentSha256 = await addDocument(2);
    const about = { way: 'mail', applicationId: visitor.id, documentSha256 } as const;
    await prove({ ...about, at: testNow, kind: 'document_delivered' });
    app.clock.now += 60_000;
    await visitor.complete();
    const [delivered, ...declared] = await entries();
    const label = documentLabels.avb;
    const url = `/unterlagen/avb/${documentSha256}.pdf`;
    const document = { kind: 'avb', label, version: 2, url } as const;
    expect(delivered).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), at: '2026-11-20T09:00:00.000Z', document },
      ...{ kind: 'document_delivered', label: 'Dokument übergeben', subject: label, text: null },
      ...{ way: 'mail', wayLabel: 'per E-Mail', mailId: null },
    });
    expect(declared.map(({ subject }) => subject)).toEqual([
      'Auswahl der Versicherer',
      'Voraussetzungen für das Pferd',
      'Verarbeitung der Angaben',
      'SEPA-Lastschriftmandat',
      'Bestätigung beim Absenden',
      'Verzicht auf Beratung',
    ]);
    expect(declared.at(-1)).toMatchObject({
      ...{ at: '2026-11-20T09:01:00.000Z', kind: 'declaration', label: 'Erklärung abgegeben' },
      ...{ text: adviceWaiver.sentence, document: null, way: 'page', wayLabel: 'auf der Seite' },
    });
  });

  test('name the mail with a document, and that it came back', async () => {
    const { visitor, entries } = await begun();
    const [documentSha256, mailId, at] = [await addDocument(3), crypto.randomUUID(), testNow];
    const times = { createdAt: at, nextAttemptAt: at };
    const sent = { id: mailId, emailType: 'documents', recipientEmail: 'a@post.example', ...times } as const;
    await app.db.write((tx) => tx.insert(outbox).values(sent));
    const about = { way: 'mail', applicationId: visitor.id, documentSha256, mailId } as const;
    await prove(
      { ...about, at: at + 60_000, kind: 'delivery_failed' },
      { ...about, at, kind: 'document_delivered' },
    );
    const mail = { mailId, mailLabel: mailKinds.documents.label, subject: documentLabels.avb };
    expect(await entries()).toMatchObject([
      { ...mail, label: 'Dokument übergeben' },
      { ...mail, label: 'Dokument kam zurück' },
    ]);
  });

  test('call a notice what declares nothing', async () => {
    const { visitor, entries } = await begun();
    await complete(visitor, app.context.wordings.forWizard.header);
    const [duty, insurer] = await entries();
    const notice = { kind: 'declaration', label: 'Hinweis gezeigt' } as const;
    const text = `${dutyOfDisclosure.title}\n${dutyOfDisclosure.text}`;
    expect(duty).toMatchObject({ ...notice, subject: 'Anzeigepflicht', text });
    const only = 'Wir vermitteln ausschließlich für die Musterversicherung AG.';
    expect(insurer).toMatchObject({ ...notice, subject: 'Auswahl der Versicherer', text: only });
  });

  test('name a withdrawal once, with its sentence', async () => {
    const { visitor, entries } = await begun();
    await visitor.complete();
    await declare(app, { contract: visitor.id });
    const withdrawal = { label: 'Widerruf eingegangen', subject: null, text: withdrawalSentence };
    expect((await entries()).at(-1)).toMatchObject(withdrawal);
  });

  test('contain no name, address or number, and stay when the completed application is deleted', async () => {
    const { visitor, path, entries } = await begun();
    expect(await entries()).toEqual([]);
    await visitor.complete();
    const before = await entries();
    expect(before).toHaveLength(6);
    expect(withoutIds(JSON.stringify(before))).not.toMatch(/johanna|sommer|mail\.example|0341|Fjölnir/i);
    await office.lukas.ask('DELETE', href(api.staffApplication, visitor));
    expect((await office.lukas.ask('GET', href(api.details, visitor))).status).toBe(404);
    expect(await entries()).toEqual(before);
    // an id in capitals is the same id
    expect(await office.lukas.list(path.replace(visitor.id, visitor.id.toUpperCase()))).toEqual(before);
  });
});

describe('the stored text', () => {
  const former = 'Mit dem Absenden bestätige ich den Wortlaut von früher.';
  const sha256 = sha256Of(former);

  test('is printed for ever, in the proofs and in both PDFs', async () => {
    const { visitor, entries } = await begun();
    await storeWordings(app.db, [{ key: 'submission', text: former, sha256 }], 1);
    await complete(visitor, `submission=${sha256}`);
    expect((await entries()).map(({ text }) => text)).toContain(former);
    const headers = { authorization: `Bearer ${office.lukas.token}` };
    for (const copy of ['', '?copy=staff']) {
      const response = await app.ask('GET', href(api.document, visitor) + copy, { headers });
      const { letters } = await readPdf(await response.bytes());
      const printed = (text: string) => letters.includes(text.replace(/\s/g, ''));
      expect([printed(former), printed(consents.submission)]).toEqual([true, false]);
      expect(printed(adviceWaiver.sentence)).toBe(true);
      expect(printed('Für Ihr Pferd gilt bei Antragstellung:')).toBe(true);
    }
  });

  test('of a wording that this version does not know has no name', async () => {
    const { visitor, entries } = await begun();
    const [key, text] = ['einwilligung' as 'submission', `${former} Noch früher.`];
    await storeWordings(app.db, [{ key, text, sha256: sha256Of(text) }], 1);
    const declared = { at: 1, kind: 'declaration', way: 'page', wordingSha256: sha256Of(text) } as const;
    await prove({ ...declared, applicationId: visitor.id });
    expect(await entries()).toMatchObject([{ subject: null, text }]);
  });
});
