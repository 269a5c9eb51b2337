/** The wizard sends the documents without holding anybody up, and the overview links them. */
import { describe, expect, test } from 'bun:test';
import { outbox } from '#db/schema/mails';
import { documentKinds, documentLabels } from '#domain/document-kinds';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { pageStore } from '#web/ui/page-store';
import { toastsAtom } from '#web/ui/toasts.tsx';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const download = 'Bitte laden Sie die Unterlagen jetzt herunter.';

type Wizard = Awaited<ReturnType<typeof openWizard>>;

const calls = ({ sent }: Wizard) =>
  sent.filter(({ url }) => url.endsWith('/documents')).map(({ method }) => method);
const mails = async ({ app }: Wizard) =>
  (await app.db.read.select().from(outbox)).map(({ emailType }) => emailType);

test('the first step begins with a link to the Erstinformation', async () => {
  const { screen } = await openWizard(stage, 1);
  const link = screen.getByRole('link', { name: 'Erstinformation (PDF)' });
  expect(link.getAttribute('href')).toBe('/unterlagen/erstinformation');
  const first = screen.getByLabelText('Versicherungsbeginn');
  expect(link.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

describe('after the third step', () => {
  async function save(prepare: (wizard: Wizard) => void = () => {}) {
    const wizard = await openWizard(stage, 3, { sets: setKeys.slice(0, 3) });
    prepare(wizard);
    await wizard.press('Weiter');
    return wizard;
  }

  test('the documents are sent', async () => {
    const wizard = await save();
    await wizard.screen.findByRole('heading', { level: 2, name: 'Versicherungsnehmer' });
    await wizard.settled();
    expect(calls(wizard)).toEqual(['PUT']);
    expect(await mails(wizard)).toEqual(['documents']);
  });

  test('a call without a reply holds nobody up', async () => {
    let release = () => {};
    const wizard = await save(({ hold, visitor }) => {
      release = hold(href(api.disclosedDocuments, { id: visitor.id }));
    });
    await wizard.screen.findByRole('heading', { level: 2, name: 'Versicherungsnehmer' });
    expect(await mails(wizard)).toEqual([]);
    release();
    await wizard.settled();
  });

  test('a failure is silent', async () => {
    const wizard = await save(({ app }) => broken(app));
    await wizard.screen.findByRole('heading', { level: 2, name: 'Versicherungsnehmer' });
    await wizard.settled();
    expect(calls(wizard)).toEqual(['PUT']);
    expect(pageStore.get(toastsAtom).map(({ title }) => title)).toEqual(['Tarif ausgewählt']);
  });
});

describe('the overview', () => {
  const card = ({ screen }: Wizard) => screen.findByRole('region', { name: 'Ihre Unterlagen' });

  test('sends the documents and links all of them for this application', async () => {
    const wizard = await openWizard(stage, 6);
    const region = await card(wizard);
    const links = [...region.querySelectorAll('a')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
    const { id } = wizard.visitor;
    expect(links).toEqual(
      documentKinds.map((kind) => [documentLabels[kind], `/unterlagen/${kind}?antrag=${id}`]),
    );
    await wizard.settled();
    expect(calls(wizard)).toEqual(['PUT']);
    expect(await mails(wizard)).toEqual(['documents']);
    expect(region.textContent).toContain(download);
  });

  test.each<[string, string, (wizard: Wizard) => Promise<unknown>]>([
    ['was sent', 'Per E-Mail gesendet am 20.11.2026 an j…@mail.example', ({ app }) => app.outbox.runOnce()],
    [
      'came back',
      `Unsere E-Mail kam zurück. ${download}`,
      ({ app }) => app.db.write((tx) => tx.update(outbox).set({ status: 'bounced', bouncedAt: 1 })),
    ],
  ])('says that the mail %s, as soon as it is entered again', async (_, words, happens) => {
    const wizard = await openWizard(stage, 6);
    await card(wizard);
    await wizard.settled();
    await happens(wizard);
    await wizard.press('Zurück');
    await wizard.press('Weiter');
    await wizard.screen.findByText(words);
    expect(wizard.screen.queryAllByText(download)).toEqual([]);
    expect(await mails(wizard)).toEqual(['documents']);
  });

  test('links the documents without a reply, and says nothing of a failure', async () => {
    const wizard = await openWizard(stage, 6, { prepare: broken });
    const region = await card(wizard);
    await wizard.settled();
    expect(region.querySelectorAll('a')).toHaveLength(documentKinds.length);
    expect(region.textContent).toContain(download);
    expect(pageStore.get(toastsAtom)).toEqual([]);
    const submit = wizard.screen.getByRole('button', { name: 'Antrag absenden' });
    expect(submit.hasAttribute('disabled')).toBe(false);
  });
});

function broken({ context }: TestApp) {
  context.documents.current = () => Promise.reject(new Error('broken'));
}
