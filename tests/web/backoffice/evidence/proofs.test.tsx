/** The page on which administrators find proofs by an address. */
import { expect, test } from 'bun:test';
import type { FoundEvidence } from '#domain/law/evidence';
import { api, pages } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { evidenceCsv } from '#web/backoffice/evidence.tsx';
import { proof } from '../listed';
import { hands, type Reply, savedBy, show } from '../scripted-screen';

const stage = setDocument();
const { click, fill, press, toastIs, hrefOf } = hands(stage);
const call = `POST ${api.searchEvidence}`;
const applicationId = '0f8fad5b-d9cb-469f-a165-70867728950e';

const declared: FoundEvidence = {
  ...proof,
  text: '=Für Ihr Pferd\n- ein Punkt',
  applicationId,
  callbackId: null,
};
const called: FoundEvidence = {
  ...declared,
  id: 'b',
  kind: 'call_consent',
  label: 'Anruf erlaubt',
  subject: null,
  text: null,
  applicationId: null,
  callbackId: 'c',
};

async function search(reply: Reply, address = 'mira@post.example') {
  const opened = await show(stage, pages.backofficeProofs, { replies: { [call]: reply } });
  await fill(await opened.screen.findByLabelText('E-Mail'), address);
  await click(opened.screen.getByRole('button', { name: 'Suchen' }));
  return opened;
}

test('what is found is shown with a link to the proofs of its application', async () => {
  const { screen } = await search({ body: { entries: [declared, called] } });
  await screen.findByText('2 Nachweise');
  screen.getByRole('heading', { name: 'Erklärung abgegeben: Voraussetzungen für das Pferd' });
  expect(await hrefOf(/^Alle Nachweise zu Antrag /)).toBe(
    `/backoffice/applications/${applicationId}/evidence`,
  );
  screen.getByText('Zu einem Rückrufwunsch');
});

test('nothing found is said, and nothing can be saved', async () => {
  const { screen } = await search({ body: { entries: [] } });
  await screen.findByText('Keine Nachweise gefunden');
  expect(screen.queryByRole('button', { name: 'CSV-Export' })).toBeNull();
});

test('what is no address is refused at the field, before anything is sent', async () => {
  const { screen, calls } = await search({ body: { entries: [] } }, 'keine');
  await screen.findByText('Bitte geben Sie eine gültige E-Mail-Adresse ein');
  expectFocus(screen.getByLabelText('E-Mail'));
  expect(calls).not.toContain(call);
});

test('a failure is told, and what was found before is no longer shown', async () => {
  const { screen, replies } = await search({ body: { entries: [declared] } });
  await screen.findByText('1 Nachweis');
  replies[call] = 'gone';
  await press('Suchen');
  await toastIs({ description: 'Die Nachweise konnten nicht gesucht werden.' });
  expect(screen.queryByText('1 Nachweis')).toBeNull();
});

test('the CSV file has a row for each proof, and no formula', async () => {
  const lines = evidenceCsv([declared, called]).replace('\uFEFF', '').split('\r\n');
  expect(lines).toEqual([
    'Zeitpunkt;Art;Gegenstand;Weg;Antrag-ID;Rückruf-ID;Dokument;Wortlaut',
    `20.11.2026, 10:01;Erklärung abgegeben;Voraussetzungen für das Pferd;auf der Seite;${applicationId};;;"'=Für Ihr Pferd\n- ein Punkt"`,
    '20.11.2026, 10:01;Anruf erlaubt;;auf der Seite;;c;;',
    '',
  ]);
  await search({ body: { entries: [declared] } });
  expect(await savedBy(() => press('CSV-Export'))).toMatchObject([{ name: 'nachweise.csv' }]);
});
