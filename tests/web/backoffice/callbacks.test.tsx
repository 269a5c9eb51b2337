/** The list of callback requests: search, sorting, and marking a request as processed. */
import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { callbackRequests } from '#db/schema/desk';
import { withSource } from '#domain/fields';
import { api } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { hands, optionsOf } from './scripted-screen';
import { describedOf, entryOf, refused, setOffice, show } from './staff-screen';

const stage = setDocument();
const openOffice = setOffice({ emptied: [callbackRequests] });
const { click, fails, fill, press, settled, succeeds } = hands(stage);

/** Stores a callback request for each name, one minute apart, and opens the list. */
async function open(
  names: string[],
  search = '',
  phoneOf = (index: number) => `030 ${index}`,
  sourceOf = (_: string) => 'messe',
) {
  const office = await openOffice();
  for (const [index, name] of names.entries()) {
    office.clock.now += 60_000;
    const email = `gast${index}@post.example`;
    const body = { name, phone: phoneOf(index), email, preferredTime: 'abends', dataProcessingConsent: true };
    await office.ask('POST', withSource(api.callbackRequests, sourceOf(name)), { body });
  }
  const { screen, client, router } = await show(stage, `/backoffice/callbacks${search}`);
  const rows = () => screen.getAllByRole('row').slice(1);
  return { office, screen, client, router, rows, names: () => rows().map(nameIn) };
}
const nameIn = (row: HTMLElement) => row.querySelector('[id^=kontakt]')?.textContent;

test('the newest request comes first, with all entries of the caller, and markup is shown as text', async () => {
  const markup = '<img src=x onerror=alert(1)>';
  const { screen, names, rows } = await open(['Johanna Sommer', markup]);
  await screen.findByText('2 ausstehend • 0 bearbeitet');
  expect(names()).toEqual([markup, 'Johanna Sommer']);
  expect(document.querySelector('img')).toBeNull();
  const [, row] = rows();
  for (const text of ['Quelle: messe', 'abends', 'Ausstehend']) expect(row?.textContent).toContain(text);
  expect(screen.getByText('030 0').getAttribute('href')).toBe('tel:0300');
  expect(row?.querySelector('[href="mailto:gast0@post.example"]')?.textContent).toBe('gast0@post.example');
});

test('a phone entry without digits is text and not a link', async () => {
  const { screen } = await open(['Johanna Sommer'], '', () => 'nur per E-Mail');
  expect((await screen.findByText('nur per E-Mail')).closest('a')).toBeNull();
});

test('one whose person wants no call any more says so, and is closed, prepared and deleted as others are', async () => {
  const { office, screen, rows, client } = await open(['Anna', 'Clara']);
  await screen.findByText('2 ausstehend • 0 bearbeitet');
  await office.db.write((tx) =>
    tx
      .update(callbackRequests)
      .set({ noCallsAt: 1, reply: { id: '', at: 1, text: 'Nur per E-Mail.' } })
      .where(eq(callbackRequests.name, 'Anna')),
  );
  await client.invalidateQueries();
  await screen.findByText('2 ausstehend, davon 1 ohne Anruf • 0 bearbeitet');
  const [clara, anna] = rows();
  expect(clara?.textContent).not.toContain('Möchte keinen Anruf');
  const { getByText, getAllByRole } = stage.library.within(anna as HTMLElement);
  for (const text of ['Möchte keinen Anruf', 'Antwort per E-Mail', 'Nur per E-Mail.']) getByText(text);
  expect(getByText('030 0').closest('a')).toBeNull();
  const actions = [...getAllByRole('button'), ...getAllByRole('link')];
  const textsOf = (some: HTMLElement[]) => some.map((one) => one.textContent);
  const [menu = [], row = []] = [true, false].map((inside) =>
    actions.filter((one) => (one.closest('[popover]') !== null) === inside),
  );
  expect(textsOf(row)).toEqual(['Als bearbeitet markieren', 'Weitere Aktionen', 'gast0@post.example']);
  expect(textsOf(menu)).toEqual(['Löschen', 'Antrag vorbereiten']);
});

test('a heading sorts descending first, then ascending, and the address keeps the order', async () => {
  const { screen, router, names } = await open(['Anna', 'Clara', 'Berta']);
  await screen.findByText('Clara');
  await press('Kontakt');
  await settled(() => expect(names()).toEqual(['Clara', 'Berta', 'Anna']));
  await press('Kontakt');
  await settled(() => expect(names()).toEqual(['Anna', 'Berta', 'Clara']));
  expect(router.state.location.search).toEqual({ sort: 'name', dir: 'asc' });
});

test('the list is filtered by source, in the address, and the whole list is a click away', async () => {
  const { screen, router, names } = await open(['Anna', 'all', 'Clara'], '', undefined, (name) => name);
  const filter = await screen.findByRole('combobox', { name: 'Nach Quelle filtern' });
  expect(optionsOf(filter)).toEqual(['Alle Quellen', 'all', 'Anna', 'Clara']);
  await fill(filter, 'all');
  await settled(() => expect(names()).toEqual(['all']));
  expect(router.state.location.search).toEqual({ source: 'all' });
  screen.getByText('1 von 3');
  await fill(filter, '');
  await settled(() => expect(names()).toEqual(['Clara', 'all', 'Anna']));
  expect(router.state.location.search).toEqual({});
});

test('a source of the address that nobody comes from shows an empty list, and the way back', async () => {
  const { screen, names } = await open(['Anna'], '?source=niemand');
  await screen.findByText('Keine Rückruf-Anfragen gefunden');
  await press('Suche und Filter zurücksetzen');
  await settled(() => expect(names()).toEqual(['Anna']));
  // there is nothing to choose from
  expect(screen.queryByRole('combobox', { name: 'Nach Quelle filtern' })).toBeNull();
});

test('marking a request as processed refreshes the list and the dashboard', async () => {
  const { screen, client } = await open(['Anna']);
  client.setQueryData([api.dashboard], {});
  await press('Als bearbeitet markieren');
  await screen.findByText('0 ausstehend • 1 bearbeitet');
  expect(screen.queryByRole('button', { name: 'Als bearbeitet markieren' })).toBeNull();
  await succeeds('Rückruf-Anfrage wurde als bearbeitet markiert');
  expect(client.getQueryState([api.dashboard])?.isInvalidated).toBe(true);
});

test.each([
  ['a message', '{"message":"Gerade nicht."}', 'Gerade nicht.'],
  ['no message', 'Bad Gateway', 'Failed to process request'],
])('a refusal with %s is shown in a toast, and the button stays', async (_, body, description) => {
  const { office, screen } = await open(['Anna']);
  const button = await screen.findByRole('button', { name: 'Als bearbeitet markieren' });
  office.instead = ({ method }) => (method === 'POST' ? refused(502, body) : undefined);
  await click(button);
  await fails(description);
  await screen.findByRole('button', { name: 'Als bearbeitet markieren' });
});

test('a call without an outcome says so at its choices, and the rest stays through Escape', async () => {
  const { screen } = await open(['Anna']);
  const dialog = () => stage.library.within(screen.getByRole('dialog'));
  await press('Anruf protokollieren');
  expect(describedOf(screen.getByRole('dialog'))).toMatch(/^Anna, \+?[\d ]+$/);
  // a Saturday is a Werktag, and nobody calls on it
  expect(screen.getByRole('dialog').textContent).toContain('am nächsten Arbeitstag um 9 Uhr');
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

test('a deleted request leaves the focus to the title of the page', async () => {
  const { screen } = await open(['Anna']);
  const opener = await screen.findByRole('button', { name: 'Löschen' });
  await stage.library.act(async () => opener.focus());
  await click(opener);
  expect(screen.getByRole('dialog').textContent).toContain(
    'Nur die Nachweise bleiben, ohne Namen und Nummer',
  );
  await press('Ja, löschen');
  await screen.findByText('Keine Rückruf-Anfragen gefunden');
  expectFocus(screen.getByRole('heading', { level: 1 }));
});
