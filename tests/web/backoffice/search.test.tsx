/** The people that a search finds, and what can be done for each at once. */
import { expect, test } from 'bun:test';
import type { FoundPeople, FoundPerson } from '#domain/search';
import { api, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { detailsCall, hands, show } from './scripted-screen';

const stage = setDocument();
const { follow, press, usable } = hands(stage);

const at = '2026-11-28T13:03:27Z';
const id = '33333333-3333-4333-8333-333333333333';
const paula: FoundPerson = {
  name: 'Paula Przybylski',
  emails: ['paula@stall.example'],
  phones: ['0341 9627 100', '0151 1234567'],
  items: [
    { kind: 'case', id, applicationId: id, label: 'Vorgang Donna', state: 'Neu', at },
    {
      kind: 'preparation',
      id: 'b',
      applicationId: 'c',
      label: 'Vorbereiteter Antrag',
      state: 'Begonnen',
      at,
    },
    { kind: 'offer', id: '44444444-3333', label: 'Angebot AN-1', state: 'Offen', at },
    { kind: 'callback', id: '55555555-3333', label: 'Rückruf', state: 'Bearbeitet', at },
  ],
  more: 0,
  noCalls: false,
  newest: { name: 'Paula von Przybylski', email: 'p@neu.example', phone: '0341 9627 100' },
};

async function open(people: FoundPerson[], total = people.length, q = 'przyb') {
  const body: FoundPeople = { people, total };
  const address = `${pages.backofficeSearch}?q=${q}`;
  return await show(stage, address, { replies: { [`GET ${api.search}?q=${q}`]: { body } }, framed: true });
}

test('each thing is a link to where it is worked on', async () => {
  const { screen } = await open([{ ...paula, more: 3 }]);
  await screen.findByRole('heading', { name: 'Paula Przybylski' });
  const hrefs = paula.items.map(({ label }) =>
    screen.getByRole('link', { name: label }).getAttribute('href'),
  );
  expect(hrefs.map((path) => decodeURIComponent(path ?? '').replaceAll('"', ''))).toEqual([
    `/backoffice/applications/${id}`,
    '/backoffice/applications/c',
    '/backoffice/offers?q=44444444',
    '/backoffice/callbacks?q=55555555',
  ]);
  screen.getByText('1 Person');
  screen.getByText('3 weitere');
  expect(screen.getAllByText('28.11.2026, 14:03').length).toBe(4);
  expect(screen.getByRole('link', { name: 'Anrufen' }).getAttribute('href')).toBe('tel:03419627100');
});

test('the way back from a thing leads to the people that were found', async () => {
  const { replies, screen, router } = await open([paula]);
  replies[detailsCall(id)] = 'never';
  await screen.findByRole('heading', { name: 'Paula Przybylski' });
  await follow('Vorgang Donna');
  await screen.findByText('Antragsdetails');
  await follow('Zurück zur Liste');
  await screen.findByRole('heading', { name: 'Paula Przybylski' });
  expect(router.state.location.href).toBe(`${pages.backofficeSearch}?q=przyb`);
});

test('what is prepared and offered begins with the newest values, and the address has none of them', async () => {
  const { screen, router } = await open([paula]);
  await screen.findByRole('heading', { name: 'Paula Przybylski' });
  await press('Angebot senden');
  expect(await usable().findByLabelText('E-Mail')).toHaveProperty('value', 'p@neu.example');
  await press('Abbrechen');
  await follow('Antrag vorbereiten');
  expect(await screen.findByLabelText('Nachname')).toHaveProperty('value', 'von Przybylski');
  expect(router.state.location.href).toBe(pages.backofficePreparations);
});

test('who asked for erasure or wants no calls is not called', async () => {
  const restricted = { ...paula, name: 'Rita Ruhe', emails: [], phones: [], newest: null };
  const { screen } = await open([{ ...paula, noCalls: true }, restricted]);
  await screen.findByRole('heading', { name: 'Rita Ruhe' });
  expect(screen.queryByRole('link', { name: 'Anrufen' })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Angebot senden' }).length).toBe(1);
  screen.getByText('Möchte keinen Anruf');
});

test('too little is not asked for, and nothing found says what can be found', async () => {
  const { screen, calls } = await open([], 0, 'ab');
  await screen.findByText('Bitte tippen Sie mindestens drei Buchstaben oder vier Ziffern');
  expect(calls).not.toContain(`GET ${api.search}?q=ab`);
  const shown = await open([], 0);
  await shown.screen.findByText('Niemand gefunden');
});
