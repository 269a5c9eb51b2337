/** A call that somebody has asked for: what is taken over, and what becomes of the request. */
import { expect, test } from 'bun:test';
import { api, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { show } from '../scripted-screen';
import { entryOf } from '../staff-screen';
import { called, create, openCall, sent, sentInvitations } from './open-call';

const stage = setDocument();
const callbacks = `GET ${api.staffCallbacks}`;
const search = `?callback=${called.id}`;
const person = ['Anrede', 'Vorname', 'Nachname', 'E-Mail', 'Telefon'];

test('its values are taken over, and it is named with what was asked', async () => {
  const shown = await openCall(stage, { [callbacks]: { body: [called] } }, search);
  const { screen } = shown;
  expect(await shown.valuesOf(person)).toEqual([
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
  const { invite, router } = shown;
  await invite('Der Rückruf ist als bearbeitet markiert.');
  expect(sentInvitations(shown)).toMatchObject([
    { callbackId: called.id, contact: { lastName: 'von der Heide' } },
  ]);
  expect(router.state.location.search).toEqual({});
  expect(await shown.valuesOf(person)).toEqual(['', '', '', '', '']);
});

test('one that is deleted already is said to be so, and the page works without it', async () => {
  const shown = await openCall(stage, { [callbacks]: { body: [] }, [create]: sent }, search);
  const { screen, enter, invite } = shown;
  await screen.findByText('Diesen Rückruf gibt es nicht mehr.');
  await enter({ Vorname: 'A', Nachname: 'B', 'E-Mail': 'a@post.example', Telefon: '1' });
  await invite();
  expect(sentInvitations(shown)[0]).not.toHaveProperty('callbackId');
});

test('one that is deleted during the call takes nothing away, and is left out of the next attempt', async () => {
  const message = 'Diese Rückruf-Anfrage gibt es nicht.';
  const shown = await openCall(
    stage,
    { [callbacks]: { body: [called] }, [create]: { status: 404, body: { message } } },
    search,
  );
  const { screen, invite, replies } = shown;
  await invite(message);
  await screen.findByText('Diesen Rückruf gibt es nicht mehr.');
  expect(await shown.valuesOf(person)).toContain('gerda@post.example');
  replies[create] = sent;
  await invite();
  const [first, second] = sentInvitations(shown);
  expect(second).toEqual({ id: first.id, contact: first.contact });
});

test.each([
  [{ preparation: 'open' } as const, 'Für diesen Rückruf ist schon ein Antrag vorbereitet.'],
  [{ noCalls: true }, 'Möchte keinen Anruf'],
])('one with %p says so before anything is typed: %s', async (change, words) => {
  const { screen } = await openCall(stage, { [callbacks]: { body: [{ ...called, ...change }] } }, search);
  await screen.findByText(words);
  // the number of somebody who wants no call is no link
  expect(screen.getByText(called.phone).closest('a') === null).toBe('noCalls' in change);
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

test('the list of requests shows how far it is, and leads here', async () => {
  const { screen } = await show(stage, pages.backofficeCallbacks, {
    replies: { [callbacks]: { body: [{ ...called, preparation: 'begun' }] } },
  });
  const row = (await screen.findByText(called.name)).closest('tr');
  expect(row?.textContent).toContain('Begonnen');
  const link = screen.getByRole('link', { name: 'Antrag vorbereiten' });
  expect(link.getAttribute('href')).toBe(`${pages.backofficePreparations}${search}`);
});
