/** What all lists of the backoffice have in common, in one table: failures, rights, pages, search, filters, markup. */
import { describe, expect, test } from 'bun:test';
import { focusManager, onlineManager } from '@tanstack/react-query';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { api, pages } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { type List, lists } from './lists';
import { hands, type Replies, show } from './scripted-screen';
import { entryOf } from './staff-screen';

const stage = setDocument();
const { enter, fill, press, settled, usable } = hands(stage);

const named = (given: List[]) => given.map((list) => [list.path, list] as const);
const markup = '<img src=x onerror=alert(1)>';
const more: Replies = {
  [`GET ${api.users}`]: { body: [] },
  [`GET ${api.tariffs}`]: { body: fallbackCatalogue },
};

/** Opens the list with these rows, at this query of the address. */
async function open({ path, call, body, row }: List, texts: string[], search = '') {
  const replies: Replies = {
    ...more,
    [`GET ${call}`]: {
      body: body(
        texts.map((text) => row?.(text) ?? {}),
        3,
      ),
    },
  };
  const shown = await show(stage, path + search, { replies });
  /** From now on the server has nothing. */
  const clear = () => {
    replies[`GET ${call}`] = { body: body([], 1) };
  };
  /** The pages that were asked for with this in the query. */
  const pagesWith = (part: string) =>
    shown.calls
      .filter((one) => one.includes(part))
      .map((one) => new URLSearchParams(one.split('?')[1]).get('page'));
  return { ...shown, clear, pagesWith };
}
/** What the address keeps. */
const keptBy = ({ router }: Awaited<ReturnType<typeof open>>) => router.state.location.search as unknown;

describe.each(named(lists))('the list at %s', (_, list) => {
  const failure = `Fehler beim Laden ${list.what}: `;
  const get = `GET ${list.call}`;

  test('that cannot be loaded says why, and is loaded again on request', async () => {
    const { screen, replies } = await show(stage, list.path, {
      replies: { ...more, [get]: { status: 500, body: { message: 'Gerade nicht.' } } },
    });
    await screen.findByText(`${failure}500: Gerade nicht.`);
    replies[get] = () => new Response('kaputt', { status: 502 });
    await press('Erneut versuchen');
    await screen.findByText(`${failure}502: kaputt`);
    replies[get] = { body: list.body([], 1) };
    await press('Erneut versuchen');
    await settled(() => expect(screen.queryAllByText(failure, { exact: false })).toHaveLength(0));
    if (list.none) await screen.findByText(list.none);
    expect(screen.queryByText(/^Seite/)).toBeNull();
    expect(screen.queryAllByRole('button', { name: /zurücksetzen$/ }).length).toBe(0);
  });

  if (list.forbidden)
    test('tells who may not see it, and leads back to the dashboard', async () => {
      const message = 'Dafür fehlt Ihnen die Berechtigung.';
      const replies: Replies = { ...more, [get]: { status: 403, body: { message } } };
      const { screen } = await show(stage, list.path, { replies, role: 'sachbearbeiter' });
      await screen.findByText(message);
      screen.getByText(list.forbidden ?? '');
      expect(screen.getByRole('link', { name: 'Zur Übersicht' }).getAttribute('href')).toBe(pages.backoffice);
      const acts = /Aktualisieren|hinzufügen|anlegen|Drucken|herunterladen/;
      expect(screen.queryAllByRole('button', { name: acts }).length).toBe(0);
    });
});

describe.each(named(lists.filter(({ row }) => row)))('the rows at %s', (_, list) => {
  test('show markup as text, and stay while loading them again fails, which only a click does', async () => {
    const { screen, replies, calls } = await open(list, [markup]);
    await screen.findByText(markup, { exact: false });
    expect(document.querySelector('main img, img[src=x]')).toBeNull();
    const before = calls.length;
    await stage.library.act(async () => {
      for (const there of [false, true]) {
        focusManager.setFocused(there);
        onlineManager.setOnline(there);
      }
    });
    expect(calls.slice(before).filter((one) => one.startsWith(`GET ${list.call}`))).toEqual([]);
    replies[`GET ${list.call}`] = 'gone';
    await press('Aktualisieren');
    await screen.findByText(`Fehler beim Laden ${list.what}: `, { exact: false });
    screen.getByText(markup, { exact: false });
  });
});

describe.each(named(lists.filter(({ paged }) => paged)))('the pages at %s', (_, list) => {
  test('are in the address, and one that is gone is the last one', async () => {
    const shown = await open(list, ['Eins']);
    const at = (page: number) => shown.screen.findByText(`Seite ${page} von 3`);
    const next = await shown.screen.findByRole('button', { name: 'Weiter' });
    const answer = Promise.withResolvers<Response>();
    shown.replies[`GET ${list.call}`] = () => answer.promise.then((one) => one.clone());
    await press('Weiter');
    // the old page stays meanwhile
    await shown.screen.findByText('Aktualisiere...');
    shown.screen.getByText('Eins', { exact: false });
    answer.resolve(Response.json(list.body([list.row?.('Zwei') ?? {}], 3)));
    await shown.screen.findByText('Zwei', { exact: false });
    await at(2);
    expect([keptBy(shown), shown.pagesWith('page=2&')]).toEqual([{ page: 2 }, ['2']]);
    next.focus();
    await press('Weiter');
    // the button that had the focus is disabled
    expectFocus(await at(3));
    expect(next.hasAttribute('disabled')).toBe(true);
    for (const page of [2, 1]) {
      await press('Zurück');
      await at(page);
    }
    expect(keptBy(shown)).toEqual({});
    stage.library.cleanup();
    const late = await open(list, ['Eins'], '?page=77');
    await late.screen.findByText('Seite 3 von 3');
    expect(keptBy(late)).toEqual({ page: 3 });
  });
});

test.each(named(lists.filter(({ search }) => search)))(
  'the search at %s replaces the address, begins at the first page, and is taken back',
  async (_, list) => {
    const [label = '', back] = list.search ?? [];
    const shown = await open(list, ['Eins'], list.paged ? '?page=2' : '');
    const box = await shown.screen.findByRole('searchbox', { name: label });
    const before = shown.router.history.length;
    shown.clear();
    await fill(box, 'xyz');
    expect(entryOf(box)).toBe('xyz');
    await shown.screen.findByText(list.none ?? '');
    expect([keptBy(shown), shown.router.history.length]).toEqual([{ q: 'xyz' }, before]);
    if (list.paged) expect(shown.pagesWith('q=xyz')).toEqual(['1']);
    if (!back) return;
    await press(back);
    await settled(() => expect([keptBy(shown), entryOf(box)]).toEqual([{}, '']));
  },
);

const filters = lists.flatMap((list) =>
  (list.filters ?? []).map(([label, name, value, back]) => ({
    label,
    name,
    value,
    back,
    list,
    path: list.path,
  })),
);
test.each(filters)(
  'the filter "$label" at $path is kept in the address',
  async ({ label, name, value, back, list }) => {
    const shown = await open(list, ['Eins'], list.paged ? '?page=2' : '');
    await shown.screen.findByText('Eins', { exact: false });
    if (list.paged) shown.clear();
    await enter({ [label]: value });
    await shown.screen.findByText(list.none ?? '');
    expect(keptBy(shown)).toEqual({ [name]: value });
    if (list.paged) expect(shown.pagesWith(`${name}=${value}`)).toEqual(['1']);
    if (!back) return;
    await press(back);
    await settled(() => expect(keptBy(shown)).toEqual({}));
    expect(Reflect.get(usable().getByLabelText(label), 'selectedIndex')).toBe(0);
  },
);
