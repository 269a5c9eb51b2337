/** The advice that an application is owed: badge, dialog, record. */
import { describe, expect, test } from 'bun:test';
import type { ApplicationDetails } from '#domain/applications/staff';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { detailsCall, hands, sentTo } from '../../scripted-screen';
import { bare, id, openDetails, whole } from './details-case';

const stage = setDocument();
const { enter, isClosed, press, settled, hrefOf } = hands(stage);
const owed: ApplicationDetails = { ...whole, adviceOwed: true };
const record = {
  id: crypto.randomUUID(),
  applicationId: id,
  wishes: 'Zeile eins\nZeile zwei',
  advice: '<b>Top</b>',
  username: 'lukas.weber',
  at: '2026-03-06T10:15:00Z',
};

describe('an application', () => {
  test('without a waiver has the badge and the button', async () => {
    const { screen } = await openDetails(stage, { body: owed });
    await screen.findByText('Beratung offen');
    screen.getByRole('button', { name: 'Beratung dokumentieren' });
  });

  test('whose person asked for erasure has no button: the server would refuse it', async () => {
    const { screen } = await openDetails(stage, { body: { ...owed, restricted: true } });
    await screen.findByText('Löschung beantragt');
    expect(screen.queryByRole('button', { name: 'Beratung dokumentieren' })).toBeNull();
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
    await openDetails(stage, { body: whole });
    expect(await hrefOf('Nachweise')).toBe(`/backoffice/applications/${id}/evidence`);
  });
});

test('the dialog sends both texts as they are typed, and loads the details again', async () => {
  const post = `POST ${href(api.advice, { id })}`;
  const shown = await openDetails(stage, { body: owed }, { more: { [post]: { status: 201, body: record } } });
  await press('Beratung dokumentieren');
  const { wishes, advice } = record;
  await enter({ 'Wünsche und Bedürfnisse': wishes, 'Beratung und Empfehlung': advice });
  await press('Speichern und senden');
  await isClosed();
  expect(sentTo(shown, post)).toEqual([{ id: expect.any(String), wishes, advice }]);
  await settled(() => expect(shown.calls.filter((call) => call === detailsCall(id))).toHaveLength(2));
});
