/** The advice that an application is owed: badge, dialog, record. */
import { describe, expect, test } from 'bun:test';
import type { ApplicationDetails } from '#domain/applications/staff';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { detailsCall, hands, type Reply, shownToast } from '../../scripted-screen';
import { bare, click, id, openDetails, whole } from './details-case';

const stage = setDocument();
const { fill } = hands(stage);
const owed: ApplicationDetails = { ...whole, adviceOwed: true };
const post = `POST ${href(api.advice, { id })}`;
const record = {
  id: crypto.randomUUID(),
  applicationId: id,
  wishes: 'Zeile eins\nZeile zwei',
  advice: '<b>Top</b>',
  username: 'lukas.weber',
  at: '2026-03-06T10:15:00Z',
};

async function openDialog(reply: Reply) {
  const shown = await openDetails(stage, { body: owed }, { more: { [post]: reply } });
  await click(stage, shown, 'Beratung dokumentieren');
  const { screen } = shown;
  const wishes = await screen.findByLabelText('Wünsche und Bedürfnisse');
  const advice = await screen.findByLabelText('Beratung und Empfehlung');
  const save = () => click(stage, shown, 'Speichern und senden');
  return { ...shown, shown, wishes, advice, save };
}

const sentTo = (calls: string[]) =>
  calls.filter((call) => call.startsWith(post)).map((call) => JSON.parse(call.slice(post.length)));

describe('an application', () => {
  test('without a waiver has the badge and the button', async () => {
    const { screen } = await openDetails(stage, { body: owed });
    await screen.findByText('Beratung offen');
    screen.getByRole('button', { name: 'Beratung dokumentieren' });
  });

  test('with a waiver says so, and has neither', async () => {
    const { screen } = await openDetails(stage, { body: { ...whole, adviceWaiver: true } });
    await screen.findByText('Auf Beratung und Dokumentation wurde verzichtet.');
    expect(screen.queryByText('Beratung offen')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Beratung dokumentieren' })).toBeNull();
  });

  test('that was advised shows the record, with its lines', async () => {
    const { screen } = await openDetails(stage, { body: { ...whole, adviceRecord: record } });
    await screen.findByText('Dokumentiert am 06.03.2026, 11:15 von lukas.weber');
    const wishes = screen.getByText(/Zeile eins/);
    expect([wishes.textContent, wishes.className]).toEqual([
      record.wishes,
      expect.stringContaining('whitespace-pre-line'),
    ]);
    screen.getByText('<b>Top</b>');
  });

  test.each([
    ['that is open', bare],
    ['from before advice could be waived', whole],
  ])('%s has no such region', async (_, details) => {
    const { screen } = await openDetails(stage, { body: details });
    await screen.findByText('Antragsdetails');
    expect(screen.queryByRole('heading', { name: 'Beratung' })).toBeNull();
  });

  test('links its proofs', async () => {
    const { screen } = await openDetails(stage, { body: whole });
    const link = await screen.findByRole('link', { name: 'Nachweise' });
    expect(link.getAttribute('href')).toBe(`/backoffice/applications/${id}/evidence`);
  });
});

describe('the dialog', () => {
  test('sends both texts with an id of its own, closes, and loads the details again', async () => {
    const { calls, screen, wishes, advice, save } = await openDialog({ status: 201, body: record });
    await fill(wishes, record.wishes);
    await fill(advice, record.advice);
    await save();
    const [sent] = sentTo(calls);
    expect(sent).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-/),
      wishes: record.wishes,
      advice: record.advice,
    });
    expect(shownToast()).toMatchObject({ title: 'Erfolgreich' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls.filter((call) => call === detailsCall(id))).toHaveLength(2);
  });

  test('keeps what was typed through a failure, and sends the same id again', async () => {
    const message = 'Der Dienst ist gerade nicht erreichbar.';
    const { calls, replies, screen, wishes, advice, save } = await openDialog('gone');
    await fill(wishes, 'Wunsch');
    await fill(advice, 'Rat');
    await save();
    expect(shownToast()).toMatchObject({
      title: 'Fehler',
      description: 'Die Beratung konnte nicht gespeichert werden',
    });
    replies[post] = { status: 503, body: { message } };
    await save();
    expect(shownToast()).toMatchObject({ title: 'Fehler', description: message });
    expect(Reflect.get(wishes, 'value')).toBe('Wunsch');
    replies[post] = { status: 201, body: record };
    await save();
    expect(screen.queryByRole('dialog')).toBeNull();
    const sent = sentTo(calls);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  test('refuses empty fields before anything is sent', async () => {
    const { calls, screen, wishes, save } = await openDialog('gone');
    await fill(wishes, ' \n ');
    await save();
    await screen.findByText('Bitte halten Sie die Wünsche und Bedürfnisse fest');
    screen.getByText('Bitte halten Sie Beratung und Empfehlung fest');
    expect(wishes.getAttribute('aria-invalid')).toBe('true');
    expect(sentTo(calls)).toEqual([]);
  });
});
