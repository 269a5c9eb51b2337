/** The list of cases: views, search, flags, the next one, and what is done to several at once. */

import { describe, expect, test } from 'bun:test';
import { formatDay } from '#domain/dates';
import { api, href, pages } from '#domain/urls';
import { setDocument, today } from '#tests/support/dom';
import {
  detailsCall,
  hands,
  headingsOf,
  linesIn,
  optionsOf,
  type Reply,
  type Shown,
  sentTo,
  shownToast,
} from '../../scripted-screen';
import { aCase, lukas } from '../a-case';
import { first, listCall, openList, pageOf, rows, second } from './open-list';

const stage = setDocument();
const { click, fill, follow, press, settled, toastIs, hrefOf } = hands(stage);

const open = (replies?: Record<string, Reply>, search?: string) => openList(stage, replies, search);
const select = async ({ screen }: Shown, name: RegExp) =>
  click(await screen.findByRole('checkbox', { name }));

test('the columns show the urgency, the person and the state', async () => {
  const { screen } = await open();
  const table = await screen.findByRole('table', { name: 'Vorgänge' });
  expect(headingsOf(table)).toEndWith(
    'Wiedervorlage | Person und Pferd | Stand | Beginn | Bearbeiter | Eingereicht',
  );
  const [horse, at] = ['Donna Clara · 0341 9627 100', '20.11.2026, 10:00'];
  const due = `${formatDay(today)}Heute fälligAntwort`;
  expect(linesIn(table, 1)).toEqual([
    `02.11.2026Überfällig | Johanna Sommer${horse} | In PrüfungBeratung offen | 01.12.2026 | Niemand | ${at}`,
    `${due} | <b>Karl</b> Müller${horse} · OP-7 | In PrüfungMöglicher Widerruf | 01.12.2026 | lukas.weber | ${at}`,
  ]);
  expect(await hrefOf('Johanna Sommer')).toBe(`/backoffice/applications/${first}`);
});

describe('views and search', () => {
  test('are links with their counts, and stay in the address', async () => {
    const due = listCall('view=due&page=1&pageSize=50');
    const { screen, router } = await open({ [due]: pageOf([]) });
    const views = await screen.findByRole('navigation', { name: 'Ansichten' });
    await settled(() =>
      expect(Array.from(views.querySelectorAll('a'), ({ textContent }) => textContent)).toEqual([
        'Meine1',
        'Nicht zugewiesen2',
        'Fällig1.234',
        'Alle offenen4',
        'Erledigt5',
      ]),
    );
    expect(views.querySelector('[aria-current]')?.textContent).toContain('Alle offenen');
    await click(screen.getByText('Fällig', { exact: true }));
    await screen.findByText('Keine Vorgänge in dieser Ansicht');
    expect(router.state.location.search).toEqual({ view: 'due' });
    expect(views.querySelectorAll('[aria-current]')).toHaveLength(1);
  });

  test('the server searches, and a search that finds nothing goes on in all cases', async () => {
    const { screen, router } = await open(
      {
        [listCall('view=mine&page=1&pageSize=50&q=mueller+op')]: pageOf([]),
        [listCall('view=mine&page=2&pageSize=50')]: pageOf(rows, 60),
        [listCall('view=all&page=1&pageSize=50&q=mueller+op')]: pageOf(rows),
      },
      '?view=mine&page=2',
    );
    await fill(
      await screen.findByPlaceholderText('Name, Pferd, Telefon oder Police suchen...'),
      'mueller op',
    );
    await press('In allen Vorgängen suchen');
    await screen.findByText('2 Vorgänge');
    expect(router.state.location.search).toEqual({ view: 'all', q: 'mueller op' });
  });

  test('are those of one person, unless the view is of one anyway, and one who is away is named', async () => {
    const theirs = (view: string) => listCall(`view=${view}&page=1&pageSize=50&assignee=${lukas.id}`);
    const away = rows.map((one) => ({ ...one, assigneeAway: one.assignee !== null }));
    const { screen, router } = await open({
      [theirs('open')]: pageOf(away.slice(1)),
      [theirs('done')]: pageOf([]),
      [listCall('view=mine&page=1&pageSize=50')]: pageOf(rows),
    });
    const select = await screen.findByLabelText('Bearbeiter');
    await settled(() => expect(optionsOf(select)).toEqual(['Bearbeiter: Alle', 'antje', 'lukas.weber']));
    await fill(select, lukas.id);
    await screen.findByText('Vertretung für lukas.weber');
    expect(router.state.location.search).toEqual({ assignee: lukas.id });
    await click(screen.getByText('Erledigt', { exact: true }));
    await screen.findByText('Keine Vorgänge in dieser Ansicht');
    await click(screen.getByText('Meine', { exact: true }));
    await screen.findByText('2 Vorgänge');
    expect(router.state.location.search).toEqual({ view: 'mine' });
  });
});

describe('the next case', () => {
  const next = `POST ${api.nextCase}`;

  test('opens, and the list is the way back', async () => {
    const shown = await open({ [`${next}`]: { body: aCase }, [detailsCall(first)]: 'never' });
    await press('Nächster Vorgang');
    await shown.screen.findByText('Antragsdetails');
    expect(shown.router.state.location.pathname).toBe(`/backoffice/applications/${first}`);
    expect(sentTo(shown, next)).toEqual([{ skip: [] }]);
    await follow('Zurück zur Liste');
    await shown.screen.findByRole('table', { name: 'Vorgänge' });
    // it was not worked on, so that another one comes first
    shown.replies[next] = { status: 204, body: null };
    await press('Nächster Vorgang');
    await toastIs({ title: 'Alles erledigt.' });
    expect(sentTo(shown, next).at(-1)).toEqual({ skip: [first] });
    await press('Nächster Vorgang');
    await settled(() => expect(sentTo(shown, next)).toHaveLength(3));
    expect(sentTo(shown, next).at(-1)).toEqual({ skip: [] });
  });
});

describe('several at once', () => {
  const bulk = `POST ${api.bulkCases}`;

  test('are assigned with their versions, and those left out are named with the reason', async () => {
    const shown = await open({
      [bulk]: { body: { changed: 1, skipped: [{ id: second, reason: 'inzwischen geändert' }] } },
    });
    const { screen } = shown;
    await select(shown, /Alle auswählen/);
    screen.getByText('2 Vorgänge ausgewählt');
    await press('Zuweisen');
    const dialog = stage.library.within(await screen.findByRole('dialog'));
    await fill(dialog.getByLabelText('Bearbeiter'), lukas.id);
    await press('Speichern');
    await screen.findByText('1 Vorgang wurde ausgelassen');
    const left = screen.getByText('<b>Karl</b> Müller', { selector: 'li a' });
    expect(left.getAttribute('href')).toBe(href(pages.backofficeApplication, { id: second }));
    expect(sentTo(shown, bulk)).toEqual([
      {
        cases: [
          { id: first, version: 3 },
          { id: second, version: 9 },
        ],
        assigneeId: lukas.id,
      },
    ]);
    expect(shownToast()).toMatchObject({ description: '1 Vorgang wurde geändert.' });
    // the selection stays for what is to be done next
    screen.getByText('2 Vorgänge ausgewählt');
  });
});

test('the number of selected cases is read out, because its place was there before', async () => {
  const shown = await open();
  await shown.screen.findByRole('table', { name: 'Vorgänge' });
  const places = [...document.querySelectorAll('[aria-live]')];
  expect(shown.screen.queryByRole('region', { name: 'Auswahl' })).toBeNull();
  await select(shown, /Alle auswählen/);
  expect(places).toContain(shown.screen.getByText('2 Vorgänge ausgewählt'));
  shown.screen.getByRole('region', { name: 'Auswahl' });
});
