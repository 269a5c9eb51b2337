/** The list of applications: what it shows, its order, and what is selected and deleted. */
import { expect, mock, spyOn, test } from 'bun:test';
import { QueryClientProvider } from '@tanstack/react-query';
import type { StepNumber } from '#domain/steps/all';
import { api, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { DeletionDialogs } from '#web/backoffice/applications/deletion.tsx';
import { createQueryClient } from '#web/hydrated/query-client';
import { application } from '../listed';
import { hands, linesIn, savedBy, sentTo, show } from '../scripted-screen';

const stage = setDocument();
const { click, fails, fill, isClosed, press, settled, toastIs, usable } = hands(stage);

const list = `GET ${api.staffApplications}`;
/** One minute apart; the last one is completed. */
const names = ['Amélie', 'Donnerwetter', 'Nero', 'Süße Nele'];
const rows = names.map((horseName, at) => ({
  ...application,
  ...{ horseName, id: `${9 - at}a77e1fe-a000-4000-8000-0000000000ab`, currentStep: (at + 2) as StepNumber },
  ...{ createdAt: `2026-11-20T09:0${at}:00Z`, lastUpdated: `2026-11-20T09:1${at}:00Z`, completed: at === 3 },
  contactName: at === 0 ? null : 'Johanna Sommer',
}));

async function open(search = '') {
  const shown = await show(stage, pages.backofficeApplications + search, {
    replies: { [list]: { body: rows.toReversed() } },
  });
  const table = await shown.screen.findByRole('table', { name: 'Anträge' });
  const lines = () => linesIn(table, 1);
  const shows = (expected: string[]) =>
    settled(() => expect(lines().map((line) => names.find((name) => line.includes(name)))).toEqual(expected));
  return { ...shown, lines, shows };
}

test('shows the newest first, each with its person, horse, short id, step and status', async () => {
  const { lines, shows } = await open();
  await shows(names.toReversed());
  const [completed, , donnerwetter] = lines();
  for (const text of ['Johanna Sommer', '6a77e1fe...', 'Abgeschlossen']) expect(completed).toContain(text);
  for (const text of ['Tarifauswahl', 'In Bearbeitung']) expect(donnerwetter).toContain(text);
});

test('a click on a heading sorts descending, and the next click on it ascending', async () => {
  const { screen, shows } = await open();
  const order = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort');
  expect(order('Erstellt')).toBe('descending');
  await press('Erstellt');
  await shows(names);
  expect(order('Erstellt')).toBe('ascending');
  for (const [name, expected] of [
    ['Aktueller Schritt', names.toReversed()],
    ['Antrag-ID', names],
    ['Letzte Änderung', names.toReversed()],
    ['Status', names],
  ] as const) {
    await press(name);
    await shows([...expected]);
    expect(order(name)).toBe('descending');
  }
});

test('the file has the filtered rows in the chosen order, and a name with the day', async () => {
  const { shows } = await open('?q=sommer&sort=createdAt&dir=asc');
  await shows(names.slice(1));
  const made = spyOn(URL, 'createObjectURL');
  const [saved] = await savedBy(() => press('CSV-Export'));
  const file = made.mock.calls[0]?.[0] as Blob | undefined;
  made.mockRestore();
  expect(saved?.name).toMatch(/^antraege-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await file?.text())?.trimEnd().split('\r\n').slice(1) ?? [];
  expect(lines.map((line) => names.find((horse) => line.includes(`;${horse};`)))).toEqual(names.slice(1));
});

test('a search removes hidden rows from the selection, which is deleted in one step, and kept by a failure', async () => {
  const { screen, replies, calls, shows } = await open();
  await click(screen.getByRole('checkbox', { name: 'Alle auswählen' }));
  screen.getByRole('button', { name: '4 ausgewählte löschen' });
  await fill(screen.getByRole('searchbox'), 'sommer');
  await screen.findByRole('button', { name: '3 ausgewählte löschen' });
  await fill(screen.getByRole('searchbox'), '');
  await shows(names.toReversed());
  const bulk = async () => {
    for (const name of ['3 ausgewählte löschen', 'Ja, alle löschen']) await press(name);
  };
  await bulk();
  await fails('Die Anträge konnten nicht gelöscht werden.', 'Fehler beim Löschen');
  await isClosed();
  const call = `POST ${api.bulkDelete}`;
  replies[call] = { body: { deletedCount: 3 } };
  replies[list] = { body: [] };
  await bulk();
  await toastIs({ title: 'Anträge gelöscht', description: '3 Anträge wurden erfolgreich gelöscht.' });
  await screen.findByText('Keine Anträge gefunden');
  const applicationIds = rows.slice(1).map(({ id }) => id);
  expect(sentTo({ calls }, call).at(-1)).toEqual({ applicationIds: expect.arrayContaining(applicationIds) });
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
