/** The list of callback requests: what a request says, its order and filter, and the form for a call. */
import { expect, test } from 'bun:test';
import type { CallbackRow } from '#domain/callbacks/calls';
import { api, pages } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { callback } from './listed';
import { hands, linesIn, optionsOf, show } from './scripted-screen';
import { describedOf, entryOf } from './staff-screen';

const stage = setDocument();
const { fill, press, settled } = hands(stage);

async function open(changes: Partial<CallbackRow>[], search = '') {
  const body = changes.map((change, at) => ({ ...callback, id: `${at}`, ...change }));
  const shown = await show(stage, pages.backofficeCallbacks + search, {
    replies: { [`GET ${api.staffCallbacks}`]: { body } },
  });
  await shown.screen.findByText(/ausstehend/);
  const names = () => [...document.querySelectorAll('[id^=kontakt]')].map((one) => one.textContent);
  return { ...shown, names };
}

test('each request has all entries of its caller, and what can be done', async () => {
  const reply = { at: '2026-11-20T09:00:00.000Z', text: 'Nur per E-Mail.' };
  const { screen } = await open([
    {},
    {
      name: 'Anna',
      phone: 'nur per E-Mail',
      email: null,
      message: null,
      preferredTime: null,
      processed: true,
    },
    { name: 'Clara', phone: '030 0', noCalls: true, reply },
  ]);
  screen.getByText('2 ausstehend, davon 1 ohne Anruf • 1 bearbeitet');
  const menu = 'Weitere AktionenAntrag vorbereitenLöschen';
  const call = 'Anruf protokollieren';
  const [clara, anna, gerda] = linesIn(screen.getByRole('table'));
  const created = '20.11.2026, 10:00';
  expect(gerda).toBe(
    `Gerda von der HeideQuelle: website | 0251 4188 22 | gerda@post.example | Bitte laut sprechen | vormittags | Ausstehend | ${created} | ${call}Als bearbeitet markieren${menu}`,
  );
  expect(anna).toBe(
    `AnnaQuelle: website | nur per E-Mail | - | - | - | Bearbeitet | ${created} | ${call}${menu}`,
  );
  for (const text of ['AusstehendMöchte keinen Anruf', 'Antwort per E-Mail', 'Nur per E-Mail.'])
    expect(clara).toContain(text);
  expect(clara).toEndWith(`| Als bearbeitet markieren${menu}`);
  const links = [...document.querySelectorAll('td a')].map((one) => one.getAttribute('href'));
  expect(links.filter((path) => /^(tel|mailto)/.test(path ?? ''))).toEqual([
    'mailto:gerda@post.example',
    'tel:0251418822',
    'mailto:gerda@post.example',
  ]);
});

test('a heading sorts descending first, then ascending, and the address keeps the order', async () => {
  const { router, names } = await open(['Anna', 'Clara', 'Berta'].map((name) => ({ name })));
  await press('Kontakt');
  await settled(() => expect(names()).toEqual(['Clara', 'Berta', 'Anna']));
  await press('Kontakt');
  await settled(() => expect(names()).toEqual(['Anna', 'Berta', 'Clara']));
  expect(router.state.location.search).toEqual({ sort: 'name', dir: 'asc' });
});

test('the list is filtered by source, in the address, also by one that nobody comes from', async () => {
  const sources = ['Anna', 'all', 'Clara'].map((name) => ({ name, source: name }));
  const { screen, router, names } = await open(sources, '?source=niemand');
  await screen.findByText('Keine Rückruf-Anfragen gefunden');
  await press('Suche und Filter zurücksetzen');
  const filter = await screen.findByRole('combobox', { name: 'Nach Quelle filtern' });
  expect(optionsOf(filter)).toEqual(['Alle Quellen', 'all', 'Anna', 'Clara']);
  await fill(filter, 'all');
  await settled(() => expect(names()).toEqual(['all']));
  expect(router.state.location.search).toEqual({ source: 'all' });
  screen.getByText('1 von 3');
});

test('a call without an outcome says so at its choices, and the rest stays through Escape', async () => {
  const { screen } = await open([{}]);
  const dialog = () => stage.library.within(screen.getByRole('dialog'));
  await press('Anruf protokollieren');
  expect(describedOf(screen.getByRole('dialog'))).toBe('Gerda von der Heide, 0251 4188 22');
  await fill(dialog().getByLabelText('Notiz'), 'Meldet sich nicht');
  await press('Speichern');
  await dialog().findByText('Bitte wählen Sie, was der Anruf ergab');
  const first = dialog().getByRole('radio', { name: 'Erreicht' });
  expect(first.getAttribute('aria-invalid')).toBe('true');
  expectFocus(first);
  await stage.library.act(async () => screen.getByRole('dialog').dispatchEvent(new Event('cancel')));
  await press('Anruf protokollieren');
  expect(entryOf(dialog().getByLabelText('Notiz'))).toBe('Meldet sich nicht');
});
