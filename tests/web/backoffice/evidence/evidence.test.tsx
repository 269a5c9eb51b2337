/** The page with the proofs about an application. */
import { expect, test } from 'bun:test';
import type { EvidenceEntry } from '#domain/law/evidence';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { proof } from '../listed';
import { type Reply, show } from '../scripted-screen';

const stage = setDocument();
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const call = `GET ${href(api.evidence, { id })}`;
const open = (reply: Reply) =>
  show(stage, `/backoffice/applications/${id}/evidence`, {
    role: 'sachbearbeiter',
    replies: { [call]: reply },
  });

const delivered: EvidenceEntry = {
  ...proof,
  id: 'b',
  at: '2026-11-20T09:00:00.000Z',
  kind: 'document_delivered',
  label: 'Dokument übergeben',
  subject: 'Erstinformation',
  text: null,
  document: { kind: 'erstinformation', label: 'Erstinformation', version: 2, url: '/unterlagen/x/y.pdf' },
  way: 'mail',
  wayLabel: 'per E-Mail',
};
const bareEntry: EvidenceEntry = { ...delivered, id: 'c', subject: null, document: null };

test('each proof has its time, way and name, with its text or its document', async () => {
  const { screen } = await open({ body: [delivered, proof, bareEntry] });
  await screen.findByText('3 Nachweise');
  const { within } = stage.library;
  const items = within(screen.getByRole('list', { name: 'Nachweise' }))
    .getAllByRole('listitem')
    .filter(({ parentElement }) => parentElement?.tagName === 'OL');
  expect(items).toHaveLength(3);
  const [first, second, third] = items as [HTMLElement, HTMLElement, HTMLElement];
  within(first).getByRole('heading', { name: 'Dokument übergeben: Erstinformation' });
  within(first).getByText('20.11.2026, 10:00');
  within(first).getByText('per E-Mail');
  const link = within(first).getByRole('link', { name: 'Erstinformation, Version 2 (PDF)' });
  expect(link.getAttribute('href')).toBe('/unterlagen/x/y.pdf');
  within(second).getByRole('heading', { name: 'Erklärung abgegeben: Voraussetzungen für das Pferd' });
  expect(
    within(second)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['frei von <b>Fehlbildungen</b>', 'noch ein Punkt']);
  within(second).getByText('Ich bestätige das.');
  within(third).getByRole('heading', { name: 'Dokument übergeben' });
});

test('a link leads back to the application', async () => {
  const { screen } = await open({ body: [proof] });
  await screen.findByText('1 Nachweis');
  const link = screen.getByRole('link', { name: 'Zurück zum Antrag' });
  expect(link.getAttribute('href')).toBe(`/backoffice/applications/${id}`);
});

test('bars are shown while it loads', async () => {
  (await open('never')).screen.getByText('Wird geladen...');
});
