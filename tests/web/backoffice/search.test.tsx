/** The people that a search finds, and what can be done for each at once. */
import { expect, spyOn, test } from 'bun:test';
import type { FoundPerson } from '#domain/search';
import { api, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { detailsCall, hands, show } from './scripted-screen';

const stage = setDocument();
const { click, fill, follow, press, settled, usable } = hands(stage);

const at = '2026-11-28T13:03:27Z';
const id = '33333333-3333-4333-8333-333333333333';
const paula: FoundPerson = {
  name: 'Paula Przybylski',
  emails: ['paula@stall.example'],
  phones: ['0341 9627 100', '0151 1234567'],
  items: [
    { kind: 'case', id, applicationId: id, label: 'Vorgang Donna', state: 'Neu', at },
    { kind: 'preparation', id: 'b', applicationId: 'c', label: 'Vorbereitung', state: 'Begonnen', at },
    { kind: 'offer', id: '44444444-3333', label: 'Angebot AN-1', state: 'Offen', at },
    { kind: 'callback', id: '55555555-3333', label: 'Rückruf', state: 'Bearbeitet', at },
  ],
  more: 0,
  noCalls: false,
  newest: { name: 'Paula von Przybylski', email: 'p@neu.example', phone: '0341 9627 100' },
};

async function open(people: FoundPerson[], total = people.length, q = 'przyb') {
  const address = `${pages.backofficeSearch}?q=${q}`;
  return await show(stage, address, {
    replies: { [`GET ${api.search}?q=${q}`]: { body: { people, total } } },
    framed: true,
  });
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

test('each search begins at its title, also the same again', async () => {
  const { screen, replies } = await open([paula]);
  await screen.findByRole('heading', { name: 'Paula Przybylski' });
  const name = 'Rita Ruhe';
  for (const q of ['rita', 'ruhe', 'ruhe']) {
    replies[`GET ${api.search}?q=${q}`] = { body: { people: [{ ...paula, name }], total: 1 } };
    const box = screen.getByRole('searchbox', { name: 'Suchen' });
    box.focus();
    await fill(box, q);
    await stage.library.act(async () => stage.library.fireEvent.submit(box));
    await screen.findByRole('heading', { name });
    await settled(() => expect(document.activeElement?.tagName).toBe('H1'));
  }
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

test('who has typed nothing for one caller is not asked before the next', async () => {
  const confirm = spyOn(window, 'confirm').mockReturnValue(false);
  const { screen, router } = await open([paula, { ...paula, name: 'Rita Ruhe' }]);
  for (const at of [0, 1]) {
    const links = await screen.findAllByRole('link', { name: 'Antrag vorbereiten' });
    for (const link of links.slice(at, at + 1)) await click(link);
    await screen.findByLabelText('Nachname');
    await stage.library.act(async () => router.history.back());
  }
  expect(confirm).not.toHaveBeenCalled();
  confirm.mockRestore();
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
  await (await open([], 0)).screen.findByText('Niemand gefunden');
});
