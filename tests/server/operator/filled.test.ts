/** A site whose operator has filled in the file: nothing in it is a placeholder any more. */
import { describe, expect, test } from 'bun:test';
import { outbox } from '#db/schema/mails';
import { documentFileName } from '#domain/document-kinds';
import { emailTypes } from '#domain/mails/kinds';
import { operatorOf } from '#domain/operator/operator';
import { api, href, pages } from '#domain/urls';
import { indexed } from '#server/features/pages/routes';
import { renderExample } from '#server/mails/kinds';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { wish } from '#tests/server/features/callbacks/callback-wish';
import { renderQueuedMail } from '#tests/server/mails/written';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { givenByInsurer as given } from '#tests/support/documents';
import { draw } from '#tests/support/drawing';
import { filled, filledFile } from '#tests/support/operator';
import { readPdf } from '#tests/support/pdf';
import { createVisitor, johanna } from '#tests/support/people';
import { mailsOf } from '#tests/support/stored';

/** Words of the placeholders; no page, mail or document may contain one. */
const placeholder =
  /.{0,40}(muster|sattelfest|\b12345\b|HRB 00000|DE000000000|D-0000|DE98ZZZ0|030 23125 000).{0,40}/is;
const wholly = (text: string) => expect(text.match(placeholder)?.[0]).toBeUndefined();
const unknown = '5a77e1fe-a000-4000-8000-0000000000ab';

const isGiven = (filename: string) => [...given.keys()].some((kind) => documentFileName(kind) === filename);

/** Withdraws with the form, from another address than the contact's, and returns the address of the confirmation. */
async function withdraw(app: TestApp, contract: string): Promise<string> {
  const entries = { name: 'Eva Sommer', email: 'eva@mail.example', contract };
  const raw = new URLSearchParams(entries).toString();
  const sent = { raw, type: 'application/x-www-form-urlencoded' };
  const { status, headers } = await app.ask('POST', api.withdrawals, sent);
  expect(status).toBe(303);
  return headers.get('location') ?? '';
}

describe('no placeholder is left', () => {
  const shown = setApp({ operator: filled, given });

  test.each([
    ...[...indexed, '/?callback=ok', pages.withdrawal, '/gibt-es-nicht', pages.wizard],
    ...[pages.stopReminders, pages.stopCalls].map((path) => href(path, { token: unknown })),
    ...[href(pages.application, { id: unknown }), pages.login, pages.backoffice],
    ...['/robots.txt', '/sitemap.xml'],
  ])('on %s', async (path) => {
    const text = await (await shown.ask('GET', path)).text();
    wholly(text);
    if (!/\.(txt|xml)$/.test(path)) expect(text).toContain('Hufschutz');
  });

  test.each(emailTypes)('in the mail %s', (kind) => {
    const site = { operator: filled, publicUrl: 'https://huf.example', repliesRead: true };
    const { subject, html, text } = renderExample(kind, site);
    for (const part of [subject, html, text]) wholly(part);
    for (const part of [html, text]) {
      expect(part).toContain('Linde & Sohn Versicherungen GmbH'.replace('&', part === html ? '&amp;' : '&'));
      expect(part).toContain('D-ABCD-67890-12');
    }
  });

  test('in any mail, page or PDF about a real application, a callback and a withdrawal', async () => {
    const { app } = await openOffice({ operator: filled, given, draw });
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    await visitor.complete();
    await app.ask('POST', api.callbackRequests, { body: wish });
    const receipt = await withdraw(app, visitor.id);
    wholly(await (await app.ask('GET', receipt)).text());
    const confirmation = await readPdf(await (await app.ask('GET', `${receipt}/bestaetigung.pdf`)).bytes());
    wholly(confirmation.text + JSON.stringify(confirmation.info));
    const mails = await app.db.read.select().from(outbox);
    const withdrawn = ['withdrawal_notice', 'withdrawal_notification', 'withdrawal_receipt'];
    const called = ['callback_confirmation', 'callback_notification'];
    const kinds = [...called, 'completion', 'internal_completion', ...withdrawn];
    expect(mails.map(({ emailType }) => emailType).toSorted()).toEqual(kinds as never);
    for (const mail of mails) {
      const content = await renderQueuedMail(app.context, mail);
      for (const part of [content?.subject, content?.html, content?.text]) wholly(part ?? 'muster');
      for (const { filename, content: bytes } of content?.attachments ?? []) {
        if (isGiven(filename)) continue;
        const { text, letters, info } = await readPdf(bytes);
        wholly(text + JSON.stringify(info));
        const isCopy = filename.startsWith('Antrag-');
        expect(letters).toContain(isCopy ? 'DE51ZZZ12345678901' : 'Linde&SohnVersicherungenGmbH');
      }
    }
  });
});

describe('a page names', () => {
  const app = setApp({ operator: filled });

  test('the operator in the header, the footer and the structured data of the landing page', async () => {
    const html = await (await app.ask('GET', pages.home)).text();
    for (const words of ['Damit es wieder trabt', 'Lindenallee 12a', 'tel:+4934123125100', '8 bis 16 Uhr'])
      expect(html).toContain(words);
    const [block = '{}'] = html.match(/(?<=<script type="application\/ld\+json">)[^<]+/) ?? [];
    expect(JSON.parse(block)['@graph'][0]).toMatchObject({
      name: 'Hufschutz',
      legalName: 'Linde & Sohn Versicherungen GmbH',
      address: { addressLocality: 'Leipzig' },
    });
  });

  test('the operator in the data of the wizard, without what only staff need', async () => {
    const html = await (await app.ask('GET', pages.wizard)).text();
    expect(html).toContain('DE51ZZZ12345678901');
    expect(html).not.toContain('team@linde.example');
    expect(html).not.toContain('welche Nummer');
  });
});

test('mails come from the address of the file and go to its staff', async () => {
  const { context } = await startApp({ operator: filled });
  expect(context.operator.mail).toEqual(filledFile.mail);
});

test('mails come from the address of the environment if there is one', async () => {
  const env = { MAIL_FROM: 'umgebung@linde.example', MAIL_INTERNAL_TO: 'dienst@linde.example' };
  const { context } = await startApp({ operator: filled, env });
  const { MAIL_FROM: from, MAIL_INTERNAL_TO: internalTo } = env;
  expect(context.operator.mail).toEqual({ from, fromName: 'Hufschutz', internalTo });
});

const other = operatorOf({ ...filledFile, creditor: { name: 'Später GmbH', id: 'DE98ZZZ09999999999' } });

test('the creditor of a mandate is stored at completion, and stays when the operator changes', async () => {
  const { app, antje } = await openOffice({ operator: filled, draw });
  const visitor = createVisitor(app);
  await visitor.fill(johanna);
  expect((await visitor.read('sepa-mandate')).body).not.toHaveProperty('creditorId');
  await visitor.complete();
  app.context.operator = other;
  const { body } = await antje.ask('GET', href(api.details, { id: visitor.id }));
  expect(body.sepaMandate).toMatchObject(stored);
  const headers = { authorization: `Bearer ${antje.token}` };
  const pdf = await app.ask('GET', href(api.document, { id: visitor.id }), { headers });
  const { letters } = await readPdf(await pdf.bytes());
  expect(letters).toContain('DE51ZZZ12345678901');
  expect(letters).not.toContain('DE98ZZZ0');
  const [completion] = await mailsOf(app, 'completion');
  const mail = completion && (await renderQueuedMail(app.context, completion));
  expect(mail?.text).toContain('Gläubiger-ID: DE51ZZZ12345678901');
});

test('the creditor of a mandate is that of today while the application is open', async () => {
  const { app, antje } = await openOffice({ operator: filled });
  const visitor = createVisitor(app);
  await visitor.fill(johanna);
  app.context.operator = other;
  const { body } = await antje.ask('GET', href(api.details, { id: visitor.id }));
  expect(body.sepaMandate).toMatchObject({ creditorName: 'Später GmbH', creditorId: 'DE98ZZZ09999999999' });
});

const stored = { creditorName: 'Tierschild Inkasso GmbH', creditorId: 'DE51ZZZ12345678901' };

test('the button of the last step has the words of SUBMIT_LABEL', async () => {
  const { ask } = await startApp({ env: { SUBMIT_LABEL: 'Zahlungspflichtig beantragen' } });
  expect(await (await ask('GET', pages.wizard)).text()).toContain('Zahlungspflichtig beantragen');
});
