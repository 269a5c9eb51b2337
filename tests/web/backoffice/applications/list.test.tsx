/** The list of applications: what it shows, its order, and what is selected and deleted. */
import { expect, mock, spyOn, test } from 'bun:test';
import { QueryClientProvider } from '@tanstack/react-query';
import { applications } from '#db/schema/applications';
import { shortId } from '#domain/ids';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { createVisitor, johanna } from '#tests/support/people';
import { DeletionDialogs } from '#web/backoffice/applications/deletion.tsx';
import { createQueryClient } from '#web/hydrated/query-client';
import { hands } from '../scripted-screen';
import { type Office, refused, setOffice, show } from '../staff-screen';

const stage = setDocument();
const openOffice = setOffice({ emptied: [applications] });
const { click, enter, fails, fill, isClosed, press, settled, toastIs, usable } = hands(stage);

/** Each with this number of data sets, one minute apart. */
const horses = { Amélie: 1, Donnerwetter: 2, Nero: 3, 'Süße Nele': 5 };
const names = Object.keys(horses);

async function store(office: Office, horseName: string, sets: number): Promise<string> {
  const visitor = createVisitor(office);
  const person = { ...johanna, 'horse-data': { ...johanna['horse-data'], horseName } };
  for (const key of setKeys.slice(0, sets)) await visitor.save(key, person[key]);
  if (sets === setKeys.length) await visitor.complete();
  else await visitor.step(sets + 1);
  office.clock.now += 60_000;
  return visitor.id;
}

async function open(stored: Record<string, number> = horses, search = '') {
  const office = await openOffice();
  const ids = new Map<string, string>();
  for (const [name, sets] of Object.entries(stored)) ids.set(name, await store(office, name, sets));
  const { screen } = await show(stage, pages.backofficeApplications + search);
  await screen.findByRole('table', { name: 'Anträge' });
  const rows = () => screen.getAllByRole('row').slice(1);
  const rowOf = (name: string) =>
    rows().find(({ textContent }) => textContent?.includes(name)) as HTMLElement;
  const within = (name: string) => stage.library.within(rowOf(name));
  const shows = (expected: string[]) =>
    settled(() =>
      expect(
        rows().map(({ textContent }) => Object.keys(stored).find((name) => textContent?.includes(name))),
      ).toEqual(expected),
    );
  return { office, ids, screen, within, rowOf, shows };
}

test('shows the newest first, each with its person, horse, short id, step and status', async () => {
  const { ids, rowOf, shows } = await open();
  await shows(names.toReversed());
  for (const text of ['Johanna Sommer', `${ids.get('Süße Nele')?.slice(0, 8)}...`, 'Abgeschlossen'])
    expect(rowOf('Süße Nele').textContent).toContain(text);
  for (const text of ['Tarifauswahl', 'In Bearbeitung'])
    expect(rowOf('Donnerwetter').textContent).toContain(text);
});

test('a click on a heading sorts descending, and the next click on it ascending', async () => {
  const { ids, screen, shows } = await open();
  const order = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort');
  expect(order('Erstellt')).toBe('descending');
  await press('Erstellt');
  await shows(names);
  expect(order('Erstellt')).toBe('ascending');
  const byId = names.toSorted((one, other) => ((ids.get(one) ?? '') < (ids.get(other) ?? '') ? 1 : -1));
  const completedFirst = ['Amélie', 'Donnerwetter', 'Nero', 'Süße Nele'];
  for (const [name, expected] of [
    ['Aktueller Schritt', names.toReversed()],
    ['Antrag-ID', byId],
    ['Letzte Änderung', names.toReversed()],
    ['Status', completedFirst],
  ] as const) {
    await press(name);
    await shows([...expected]);
    expect(order(name)).toBe('descending');
  }
});

test('is searched by a part of the id, the person and the horse, and filtered by status', async () => {
  const { ids, screen, shows } = await open();
  const box = screen.getByRole('searchbox');
  for (const [text, expected] of [
    [ids.get('Donnerwetter')?.slice(9, 20).toUpperCase() ?? '', ['Donnerwetter']],
    ['sommer', ['Süße Nele', 'Nero', 'Donnerwetter']],
    ['amelie', ['Amélie']],
    ['', names.toReversed()],
  ] as const) {
    await fill(box, text);
    await shows([...expected]);
  }
  await enter({ 'Status filtern': 'completed' });
  await shows(['Süße Nele']);
  await enter({ 'Status filtern': 'incomplete' });
  await shows(['Nero', 'Donnerwetter', 'Amélie']);
});

test('a search removes hidden rows from the selection', async () => {
  const { screen, within, shows } = await open();
  await click(screen.getByRole('checkbox', { name: 'Alle auswählen' }));
  screen.getByRole('button', { name: '4 ausgewählte löschen' });
  await fill(screen.getByRole('searchbox'), 'sommer');
  await screen.findByRole('button', { name: '3 ausgewählte löschen' });
  await fill(screen.getByRole('searchbox'), '');
  await shows(names.toReversed());
  screen.getByRole('button', { name: '3 ausgewählte löschen' });
  expect(Reflect.get(within('Amélie').getByRole('checkbox'), 'checked')).toBe(false);
});

test('the file has the filtered rows in the chosen order, and a name with the day', async () => {
  const { shows } = await open(horses, '?q=sommer&sort=createdAt&dir=asc');
  await shows(['Donnerwetter', 'Nero', 'Süße Nele']);
  const saved: [string, Blob][] = [];
  const made = spyOn(URL, 'createObjectURL');
  const clicked = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push([this.download, made.mock.calls.at(-1)?.[0] as Blob]);
  });
  await press('CSV-Export');
  for (const spy of [made, clicked]) spy.mockRestore();
  const [name = '', file] = saved[0] ?? [];
  expect(name).toMatch(/^antraege-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await file?.text())?.trimEnd().split('\r\n') ?? [];
  expect(lines.map((line) => names.find((horse) => line.includes(`;${horse};`)))).toEqual([
    undefined,
    'Donnerwetter',
    'Nero',
    'Süße Nele',
  ]);
});

test('one is deleted after a question, which can be declined', async () => {
  const { office, ids, screen, within, shows } = await open();
  await click(within('Nero').getByRole('button', { name: 'Löschen' }));
  const dialog = screen.getByRole('dialog', { name: 'Antrag löschen?' });
  expect(dialog.textContent).toContain(`Antrag ${shortId(ids.get('Nero') ?? '')} von `);
  expect(dialog.textContent).toMatch(/kann nicht rückgängig gemacht werden.*dauerhaft gelöscht/);
  await press('Abbrechen');
  await isClosed();
  await click(within('Nero').getByRole('button', { name: 'Löschen' }));
  await press('Ja, löschen');
  await toastIs({ title: 'Antrag gelöscht', description: 'Der Antrag wurde erfolgreich gelöscht.' });
  await shows(['Süße Nele', 'Donnerwetter', 'Amélie']);
  expect((await office.ask('GET', href(api.application, { id: ids.get('Nero') ?? '' }))).status).toBe(404);
});

test('deleting one that somebody else has deleted says so and removes the row', async () => {
  const { office, ids, within, shows } = await open({ Amélie: 1, Nero: 1 });
  const path = href(api.staffApplication, { id: ids.get('Nero') ?? '' });
  await office.ask('DELETE', path, { headers: office.admin });
  await click(within('Nero').getByRole('button', { name: 'Löschen' }));
  await press('Ja, löschen');
  await fails('Der Antrag konnte nicht gelöscht werden.', 'Fehler beim Löschen');
  await shows(['Amélie']);
});

test('a selection is deleted in one step, and a failure keeps it', async () => {
  const { office, screen, within } = await open({ 'Schimmel 1': 1, 'Schimmel 2': 1 });
  for (const name of ['Schimmel 1', 'Schimmel 2']) await click(within(name).getByRole('checkbox'));
  const bulk = async () => {
    await press('2 ausgewählte löschen');
    await press('Ja, alle löschen');
  };
  office.instead = ({ method }) => (method === 'POST' ? refused(502, 'kaputt') : undefined);
  await bulk();
  await fails('Die Anträge konnten nicht gelöscht werden.', 'Fehler beim Löschen');
  office.instead = () => undefined;
  await isClosed();
  await bulk();
  await toastIs({ title: 'Anträge gelöscht', description: '2 Anträge wurden erfolgreich gelöscht.' });
  await screen.findByText('Keine Anträge gefunden');
});

test('a large selection is deleted in parts, and what is left stays selected when they stop', async () => {
  const parts: PromiseWithResolvers<void>[] = [];
  globalThis.fetch = (async (_: string, init: RequestInit) => {
    const part = Promise.withResolvers<void>();
    parts.push(part);
    if (parts.length === 2) await part.promise;
    if (parts.length === 4) return new Response('Gateway Timeout', { status: 504 });
    const { applicationIds } = JSON.parse(String(init.body)) as { applicationIds: string[] };
    return Response.json({ deletedCount: applicationIds.length });
  }) as unknown as typeof fetch;
  const clear = mock();
  const client = createQueryClient();
  const { rerender } = stage.library.render(null);
  /** The question about so many, as the list asks it. */
  const remove = async (count: number) => {
    const selected = new Set(Array.from({ length: count }, (_, at) => `${at}`));
    const close = () => rerender(null);
    rerender(
      <QueryClientProvider client={client}>
        <DeletionDialogs toDelete="selected" selected={selected} onClose={close} onBulkDeleted={clear} />
      </QueryClientProvider>,
    );
    await press('Ja, alle löschen');
  };
  await remove(800);
  await usable().findByText(/^250 von 800 Anträgen sind gelöscht/);
  await press('Abbrechen');
  await usable().findByText('250 von 800 Anträgen sind gelöscht. Das Löschen hält gleich an.');
  parts[1]?.resolve();
  const left = 'Die übrigen sind noch ausgewählt.';
  await toastIs({ title: 'Löschen angehalten', description: `500 von 800 Anträgen sind gelöscht. ${left}` });
  await isClosed();
  await remove(300);
  const failed = 'Mindestens 250 von 300 Anträgen sind gelöscht, dann ging es nicht weiter.';
  await fails(`${failed} ${left}`, 'Fehler beim Löschen');
  await isClosed();
  expect(clear).not.toHaveBeenCalled();
  await remove(50);
  await toastIs({ title: 'Anträge gelöscht', description: '50 Anträge wurden erfolgreich gelöscht.' });
  await settled(() => expect(clear).toHaveBeenCalledTimes(1));
});
