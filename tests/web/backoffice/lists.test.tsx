/** What all lists of the backoffice have in common, in one table: failures, rights, pages, search, filters, markup. */
import { describe, expect, test } from 'bun:test';
import { focusManager, onlineManager } from '@tanstack/react-query';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { api, href, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { aCase } from './cases/a-case';
import { insights } from './insights/some-figures';
import * as listed from './listed';
import { invited } from './preparations/open-call';
import { row as returned } from './returns/returned-file';
import { hands, type Replies, show } from './scripted-screen';
import { entryOf } from './staff-screen';

const stage = setDocument();
const { enter, fill, press, settled, usable } = hands(stage);

type List = {
  path: string;
  call: string;
  /** In the genitive, as it stands in "Fehler beim Laden". */
  what: string;
  /** What the server sends for these rows. */
  body: (rows: object[], totalPages: number) => unknown;
  /** A row with this text as the name of a person, a horse, a file. */
  row?: (text: string) => object;
  /** What an empty list says. */
  none?: string;
  forbidden?: string;
  paged?: true;
  /** The label of the search, and the button that takes it back. */
  search?: [label: string, back?: string];
  /** Label, name in the address, value that fits no row, and the button that takes it back. */
  filters?: [label: string, name: string, value: string, back?: string][];
};

const pagesOf =
  (name: string, more = {}) =>
  (rows: object[], totalPages: number) => ({ [name]: rows, total: rows.length, totalPages, ...more });
const bare = (rows: object[]) => rows;
const noSearch = 'Suche und Filter zurücksetzen';
const noFilter = 'Filter zurücksetzen';
const evidence = { id: '0f8fad5b-d9cb-469f-a165-70867728950e' };

const lists: List[] = [
  {
    path: pages.backofficeApplications,
    call: api.staffApplications,
    what: 'der Anträge',
    body: bare,
    row: (horseName) => ({ ...listed.application, horseName }),
    none: 'Keine Anträge gefunden',
    search: ['Anträge durchsuchen'],
    filters: [['Status filtern', 'status', 'completed']],
  },
  {
    path: pages.backofficeCases,
    call: api.cases,
    what: 'der Vorgänge',
    body: pagesOf('cases'),
    row: (contactName) => ({ ...aCase, contactName }),
    none: 'Keine Vorgänge in dieser Ansicht',
    paged: true,
    search: ['Vorgänge durchsuchen'],
  },
  {
    path: pages.backofficeReturns,
    call: api.returns,
    what: 'der Rückmeldungen',
    body: pagesOf('returns'),
    row: (name) => ({ ...returned, name }),
    none: 'Noch keine Rückmeldung',
    paged: true,
  },
  {
    path: pages.backofficeCallbacks,
    call: api.staffCallbacks,
    what: 'der Rückruf-Anfragen',
    body: bare,
    row: (name) => ({ ...listed.callback, name }),
    none: 'Keine Rückruf-Anfragen gefunden',
    search: ['Rückruf-Anfragen durchsuchen', noSearch],
    filters: [['Nach Status filtern', 'status', 'processed', noSearch]],
  },
  {
    path: pages.backofficePreparations,
    call: api.preparations,
    what: 'der vorbereiteten Anträge',
    body: pagesOf('preparations', { waiting: 0 }),
    row: (name) => ({ ...invited, name }),
    none: 'Keine vorbereiteten Anträge',
    paged: true,
    filters: [['Nach Stand filtern', 'state', 'begun', noFilter]],
  },
  {
    path: pages.backofficeOffers,
    call: api.staffOffers,
    what: 'der Angebote',
    body: pagesOf('offers', { sources: { messe: 2, website: 5 } }),
    row: (number) => ({ ...listed.offer, number }),
    none: 'Keine Angebote gefunden',
    paged: true,
    search: ['Angebote durchsuchen', 'Suche zurücksetzen'],
    filters: [['Nach Quelle filtern', 'source', 'website', noSearch]],
  },
  {
    path: pages.backofficeWithdrawals,
    call: api.staffWithdrawals,
    what: 'der Widerrufe',
    body: pagesOf('withdrawals', { open: 1 }),
    row: (name) => ({ ...listed.withdrawal, name }),
    none: 'Keine Widerrufe gefunden',
    paged: true,
    filters: [['Nach Stand filtern', 'state', 'closed', noFilter]],
  },
  {
    path: pages.backofficeEmailLogs,
    call: api.emailLogs,
    what: 'der E-Mail-Logs',
    body: pagesOf('logs'),
    row: (subject) => ({ ...listed.mail, subject }),
    none: 'Keine E-Mails gefunden',
    paged: true,
    filters: [
      ['Nach Typ filtern', 'type', 'reminder_first', noFilter],
      ['Nach Status filtern', 'status', 'bounced', noFilter],
    ],
  },
  {
    path: pages.backofficeUsers,
    call: api.users,
    what: 'der Benutzer',
    body: bare,
    row: (username) => ({ ...listed.user, username }),
    none: 'Keine Benutzer gefunden',
    forbidden: 'Benutzerkonten verwalten nur Administratoren.',
  },
  {
    path: pages.backofficeTariffs,
    call: api.tariffVersions,
    what: 'der Tarife',
    body: bare,
    forbidden: 'Tarife verwalten nur Administratoren.',
  },
  {
    path: pages.backofficeAuditLog,
    call: api.auditLog,
    what: 'des Protokolls',
    body: pagesOf('entries', { chain: { whole: true, firstBroken: null } }),
    row: (username) => listed.auditEntry(1, username, 'forbidden'),
    none: 'Noch keine Einträge',
    forbidden: 'Das Protokoll lesen nur Administratoren.',
    paged: true,
  },
  {
    path: pages.backofficeInsights,
    call: api.insights,
    what: 'der Kennzahlen',
    body: () => insights,
    forbidden: 'Die Kennzahlen sehen nur Administratoren.',
  },
  {
    path: pages.backofficeRetention,
    call: api.retention,
    what: 'des Löschplans',
    body: bare,
    forbidden: 'Den Löschplan sehen nur Administratoren.',
  },
  {
    path: pages.backofficeLaunch,
    call: api.launchCheck,
    what: 'der Startprüfung',
    body: () => ({ ready: true, items: [] }),
    forbidden: 'Die Startprüfung sehen nur Administratoren.',
  },
  {
    path: href(pages.backofficeEvidence, evidence),
    call: href(api.evidence, evidence),
    what: 'der Nachweise',
    body: bare,
    row: (subject) => ({ ...listed.proof, subject }),
    none: 'Noch keine Nachweise',
  },
];

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
    await press('Weiter');
    await shown.screen.findByText('Seite 2 von 3');
    expect([keptBy(shown), shown.pagesWith('page=2&')]).toEqual([{ page: 2 }, ['2']]);
    await press('Zurück');
    await shown.screen.findByText('Seite 1 von 3');
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
