/** A call that somebody has asked for: what is taken over, and what becomes of the request. */
import { expect, test } from 'bun:test';
import { api, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { show } from '../scripted-screen';
import { entryOf } from '../staff-screen';
import { called, create, openCall, sent, sentTo } from './open-call';

const stage = setDocument();
const callbacks = `GET ${api.staffCallbacks}`;
const search = `?callback=${called.id}`;
type Opened = Awaited<ReturnType<typeof openCall>>;
const entries = async ({ screen }: Opened, labels: string[]) => {
  await screen.findByRole('button', { name: 'Einladung senden' });
  return labels.map((label) => entryOf(screen.getByLabelText(label)));
};
const person = ['Anrede', 'Vorname', 'Nachname', 'E-Mail', 'Telefon'];

test('its values are taken over, and it is named with what was asked', async () => {
  const shown = await openCall(stage, { [callbacks]: { body: [called] } }, search);
  const { screen } = shown;
  expect(await entries(shown, person)).toEqual([
    '',
    'Gerda',
    'von der Heide',
    'gerda@post.example',
    '0251 4188 22',
  ]);
  for (const text of [called.name, 'Wunschzeit: vormittags', 'Bitte laut sprechen']) screen.getByText(text);
  expect(screen.getByRole('link', { name: called.phone }).getAttribute('href')).toBe('tel:0251418822');
  expect(screen.getByRole('link', { name: 'Zurück zu den Rückrufen' }).getAttribute('href')).toBe(
    pages.backofficeCallbacks,
  );
});

test('it goes along, is processed with it, and the next call is about nobody', async () => {
  const shown = await openCall(stage, { [callbacks]: { body: [called] }, [create]: sent }, search);
  const { screen, press, router } = shown;
  await press('Einladung senden');
  await screen.findByText('Der Rückruf ist als bearbeitet markiert.');
  expect(sentTo(shown)).toMatchObject([{ callbackId: called.id, contact: { lastName: 'von der Heide' } }]);
  expect(router.state.location.search).toEqual({});
  expect(await entries(shown, person)).toEqual(['', '', '', '', '']);
});

test('one that is deleted already is said to be so, and the page works without it', async () => {
  const shown = await openCall(stage, { [callbacks]: { body: [] }, [create]: sent }, search);
  const { screen, enter, press } = shown;
  await screen.findByText('Diesen Rückruf gibt es nicht mehr.');
  await enter({ Vorname: 'A', Nachname: 'B', 'E-Mail': 'a@post.example', Telefon: '1' });
  await press('Einladung senden');
  await screen.findByText('Die Einladung ist unterwegs');
  expect(sentTo(shown)[0]).not.toHaveProperty('callbackId');
});

test('one that is deleted during the call takes nothing away, and is left out of the next attempt', async () => {
  const message = 'Diese Rückruf-Anfrage gibt es nicht.';
  const shown = await openCall(
    stage,
    { [callbacks]: { body: [called] }, [create]: { status: 404, body: { message } } },
    search,
  );
  const { screen, press, replies } = shown;
  await press('Einladung senden');
  await screen.findByText(message);
  await screen.findByText('Diesen Rückruf gibt es nicht mehr.');
  expect(await entries(shown, person)).toContain('gerda@post.example');
  replies[create] = sent;
  await press('Einladung senden');
  await screen.findByText('Die Einladung ist unterwegs');
  const [first, second] = sentTo(shown);
  expect(second).toEqual({ id: first.id, contact: first.contact });
});

test('one that has an open invitation says so before anything is typed', async () => {
  const body = [{ ...called, preparation: 'open' }];
  const { screen } = await openCall(stage, { [callbacks]: { body } }, search);
  await screen.findByText('Für diesen Rückruf ist schon ein Antrag vorbereitet.');
});

test('one whose person wants no call any more says so, and its number is no link', async () => {
  const { screen } = await openCall(stage, { [callbacks]: { body: [{ ...called, noCalls: true }] } }, search);
  await screen.findByText('Möchte keinen Anruf');
  expect(screen.getByText(called.phone).closest('a')).toBeNull();
  await screen.findByRole('button', { name: 'Einladung senden' });
});

test('while it cannot be loaded, the call can go on without it', async () => {
  const { screen, press, replies } = await openCall(stage, { [callbacks]: 'gone' }, search);
  await screen.findByText('Der Rückruf konnte nicht geladen werden.');
  expect(screen.getByRole('link', { name: 'Ohne Rückruf vorbereiten' }).getAttribute('href')).toBe(
    pages.backofficePreparations,
  );
  replies[callbacks] = { body: [called] };
  await press('Erneut versuchen');
  expect(entryOf(await screen.findByLabelText('Vorname'))).toBe('Gerda');
});

test.each([
  ['open', 'Eingeladen'],
  ['begun', 'Begonnen'],
  ['completed', 'Eingereicht'],
  ['expired', 'Abgelaufen'],
])('the list of requests shows one that is %s, and leads here', async (preparation, badge) => {
  const { screen } = await show(stage, pages.backofficeCallbacks, {
    replies: { [callbacks]: { body: [{ ...called, preparation }] } },
  });
  const row = (await screen.findByText(called.name)).closest('tr');
  expect(row?.textContent).toContain(badge);
  const link = screen.getByRole('link', { name: 'Antrag vorbereiten' });
  expect(link.getAttribute('href')).toBe(`${pages.backofficePreparations}${search}`);
});
