/** The dashboard: figures, the area for administrators, both tabs, and what is shown when data is missing. */
import { describe, expect, test } from 'bun:test';
import type { Dashboard } from '#domain/dashboard';
import { addDays } from '#domain/dates';
import { api, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { topOf } from '#web/backoffice/dashboard/DailyChart.tsx';
import { application, callback } from './listed';
import { dashboardCall, hands, type Replies, show } from './scripted-screen';

const stage = setDocument();
const { click, press } = hands(stage);

const { id } = application;
const daily = Array.from({ length: 30 }, (_, index) => ({
  day: addDays('2026-10-22', index),
  started: index === 29 ? 3 : 0,
  completed: index === 28 ? 1 : 0,
}));
const figures = [1234, 7, 1227, 2];
const statsOf = ([
  totalApplications,
  completedApplications,
  incompleteApplications,
  pendingCallbacks,
] = figures) =>
  ({
    totalApplications,
    completedApplications,
    incompleteApplications,
    pendingCallbacks,
  }) as Dashboard['stats'];
const robin = {
  name: '<b>Robin</b> Falkner',
  email: null,
  preferredTime: null,
  message: 'Ich habe drei Ponys.',
};
const dashboard: Dashboard = {
  stats: statsOf(),
  recentApplications: [{ ...application, currentStep: 4, lastUpdated: '2026-11-20T23:30:00Z' }],
  callbackRequests: [{ ...callback, ...robin }],
  daily,
  siteState: null,
};
const nothing: Dashboard = {
  stats: statsOf([0, 0, 0, 0]),
  recentApplications: [],
  callbackRequests: [],
  daily: daily.map(({ day }) => ({ day, started: 0, completed: 0 })),
  siteState: null,
};
const replies = (body: Dashboard): Replies => ({ [dashboardCall]: { body } });
const open = (given: Parameters<typeof show>[2], address = '/backoffice') => show(stage, address, given);

test('the figures are shown with the time at which they were loaded', async () => {
  const { screen } = await open({ replies: replies(dashboard) });
  await screen.findByText('Anträge gesamt');
  const shown = [...document.querySelectorAll('dl dt')].map((one) => [
    one.textContent,
    one.parentElement?.querySelector('dd')?.textContent,
  ]);
  expect(shown).toEqual([
    ['Anträge gesamt', '1.234'],
    ['Abgeschlossen', '7'],
    ['In Bearbeitung', '1.227'],
    ['Rückrufe', '2'],
  ]);
  expect(screen.getByText('Letztes Update').parentElement?.textContent).toMatch(
    /^Letztes Update: \d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}$/,
  );
});

test('own cases are called open, because not all of them are due', async () => {
  const counts = { mine: 1, unassigned: 0, due: 6, open: 8, done: 4 };
  const { screen } = await open({
    replies: { ...replies(dashboard), [`GET ${api.caseCounts}`]: { body: counts } },
  });
  await screen.findByText('6 Vorgänge warten heute');
  for (const words of ['1 offen bei Ihnen', '0 noch bei niemandem', '6 fällig im Team'])
    screen.getByRole('link', { name: words });
});

describe('the area for administrators', () => {
  test('has three cards: for users, settings and reports', async () => {
    const { screen } = await open({ replies: replies(dashboard) });
    const area = await screen.findByRole('region', { name: 'Administrator-Bereich' });
    const cards = Array.from(area.querySelectorAll('a'), (card) => [
      ...[card.querySelector('.font-semibold')?.textContent, card.getAttribute('href')],
    ]);
    expect(cards).toEqual([
      ['Benutzerverwaltung', pages.backofficeUsers],
      ['Systemeinstellungen', pages.backofficeSettings],
      ['Berichte', pages.backofficeReports],
    ]);
  });

  test('is not shown to case handlers', async () => {
    const { screen } = await open({ role: 'sachbearbeiter', replies: replies(dashboard) });
    await screen.findByText('Anträge gesamt');
    expect(screen.queryByText('Administrator-Bereich')).toBeNull();
    expect(screen.queryByText('Benutzerverwaltung')).toBeNull();
  });
});

describe('the tabs of the dashboard', () => {
  test('show the newest applications first', async () => {
    const { screen } = await open({ replies: replies(dashboard) });
    const table = await screen.findByRole('table', { name: 'Zuletzt eingegangen' });
    const cells = Array.from(table.querySelectorAll('td'), ({ textContent }) => textContent);
    // half past midnight in Germany is the day before in UTC
    const [created, updated] = ['20.11.2026, 10:00', '21.11.2026, 00:30'];
    expect(cells).toEqual(['5a77e1fe...', 'In Bearbeitung', '4/6', created, updated, 'Details']);
    expect(screen.getByRole('link', { name: 'Details' }).getAttribute('href')).toBe(
      `/backoffice/applications/${id}`,
    );
  });

  test('put the chosen tab into the address', async () => {
    const { screen, router } = await open({ replies: replies(dashboard) });
    const { act, fireEvent } = stage.library;
    const tab = await screen.findByRole('tab', { name: 'Rückrufwünsche' });
    await act(async () => fireEvent.mouseDown(tab, { button: 0 }));
    await screen.findByRole('table', { name: 'Wer auf einen Anruf wartet' });
    expect(router.state.location.href).toBe('/backoffice?tab=callbacks');
  });

  test('open the tab of the address, with markup as text and a dash for a missing value', async () => {
    const { screen } = await open({ replies: replies(dashboard) }, '/backoffice?tab=callbacks');
    const table = await screen.findByRole('table', { name: 'Wer auf einen Anruf wartet' });
    const cells = Array.from(table.querySelectorAll('td'), ({ textContent }) => textContent);
    const created = '20.11.2026, 10:00';
    expect(cells).toEqual([
      '<b>Robin</b> Falkner',
      '0251 4188 22',
      '-',
      '-',
      created,
      'Ich habe drei Ponys.',
    ]);
    expect(table.querySelector('a')?.getAttribute('href')).toBe('tel:0251418822');
  });
});

describe('the last 30 days', () => {
  test('are also shown as a table, today first', async () => {
    const { screen } = await open({ replies: replies(dashboard) });
    const details = (await screen.findByText('Als Tabelle anzeigen')).closest('details');
    const rows = Array.from(details?.querySelectorAll('tbody tr') ?? [], (row) =>
      Array.from(row.children, ({ textContent }) => textContent),
    );
    expect(rows).toHaveLength(30);
    expect(rows.slice(0, 2)).toEqual([
      ['20.11.2026', '3', '0'],
      ['19.11.2026', '0', '1'],
    ]);
  });

  test.each([
    [0, 2],
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 10],
    [10, 10],
    [11, 20],
    [61, 100],
    [4321, 6000],
  ])('with at most %d a day have a scale up to %d', (most, top) => {
    expect(topOf([{ day: '2026-11-20', started: 0, completed: most }])).toBe(top);
  });

  const barsOf = async (shown: Dashboard['daily']) => {
    const { screen } = await open({ replies: replies({ ...dashboard, daily: shown }) });
    const plot = await screen.findByRole('img', { name: /^Säulen/ });
    return Array.from(plot.querySelectorAll('rect'), (bar) => {
      const [x = 0, width = 0, height = 0] = ['x', 'width', 'height'].map((name) =>
        Number.parseFloat(bar.getAttribute(name) ?? ''),
      );
      return { title: bar.textContent, x, width, height };
    });
  };

  test('have bars proportional to their counts, and no bar for 0', async () => {
    expect((await barsOf(daily)).map(({ title, height }) => [title, height / 160])).toEqual([
      ['19.11.2026: 1 eingereicht', 0.25],
      ['20.11.2026: 3 begonnen', 0.75],
    ]);
  });

  test('have all bars beside one another inside the plot', async () => {
    const bars = await barsOf(daily.map(({ day }) => ({ day, started: 2, completed: 2 })));
    expect(bars).toHaveLength(60);
    let end = 0;
    for (const { x, width } of bars) {
      expect(x).toBeGreaterThanOrEqual(end - 1e-9);
      end = x + width;
    }
    expect(end).toBeLessThanOrEqual(100);
  });
});

test('four placeholders are shown while the dashboard loads', async () => {
  const { screen } = await open({ replies: { [dashboardCall]: 'never' } });
  const status = await screen.findByRole('status', { name: 'Dashboard wird geladen' });
  expect(status.querySelectorAll('[data-placeholder]')).toHaveLength(4);
});

test('an empty dashboard says in words that there is nothing yet', async () => {
  const { screen } = await open({ replies: replies(nothing) });
  await screen.findByText('Noch niemand hat etwas beantragt');
  await screen.findByText('Noch keine Daten');
  stage.library.cleanup();
  const other = await open({ replies: replies(nothing) }, '/backoffice?tab=callbacks');
  await other.screen.findByText('Niemand wartet auf einen Anruf');
});

describe('an unreachable server', () => {
  test('shows an error and a button that tries again', async () => {
    const { screen, replies: live } = await open({ replies: { [dashboardCall]: 'gone' } });
    await screen.findByText('Error loading dashboard data');
    Object.assign(live, replies(dashboard));
    await press('Erneut versuchen');
    await screen.findByText('Anträge gesamt');
    expect(screen.queryByText('Error loading dashboard data')).toBeNull();
  });

  test('does not hide the data that is already shown', async () => {
    const { screen, replies: live } = await open({ replies: replies(dashboard) });
    const refresh = await screen.findByRole('button', { name: 'Aktualisieren' });
    live[dashboardCall] = 'gone';
    await click(refresh);
    await screen.findByText('Error loading dashboard data');
    expect(screen.getByText('5a77e1fe...')).toBeTruthy();
  });
});
