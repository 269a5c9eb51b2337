/** The figures of a period: what they say, how the period is chosen, and how they leave the screen. */
import { describe, expect, test } from 'bun:test';
import { addDays, formatDay } from '#domain/dates';
import { choicesOf } from '#domain/insights/insights';
import { expectFocus, setDocument, today } from '#tests/support/dom';
import { hands, headingsOf, linesIn, type Replies, savedBy } from '../scripted-screen';
import { entryOf } from '../staff-screen';
import { figuresCall, insights, nothing, openInsights, usual } from './some-figures';

const stage = setDocument();
const { click, fill, follow, press, settled, toastIs } = hands(stage);
const open = (replies?: Replies, search?: string) => openInsights(stage, replies, search);

describe('the figures', () => {
  test('begin with the totals, and name the period', async () => {
    const { screen } = await open();
    await screen.findByRole('region', { name: 'Auf einen Blick' });
    screen.getByText(`${formatDay(usual.from)} bis ${formatDay(today)}`);
    const totals = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(totals).toEqual(['1.200', '80', '60', '40', '12', '3']);
  });

  test('say how many go on from step to step', async () => {
    const { screen } = await open();
    expect(linesIn(await screen.findByRole('table', { name: 'Schritt für Schritt' }))).toEqual([
      'Pferd |  | 1.200 | -',
      'Kontakt |  | 300 | 25\u00a0%',
      'Eingereicht |  | 0 | -',
    ]);
    expect(linesIn(screen.getByRole('table', { name: 'Aus Rückrufen' }))).toEqual([
      'Rückrufe eingegangen |  | 20 | -',
      'Antrag vorbereitet |  | 10 | 50\u00a0%',
      'Antrag eingereicht |  | 5 | 50\u00a0%',
    ]);
    expect(
      linesIn(screen.getByRole('table', { name: 'Aus Angeboten' })).map((line) => line.split(' | ')[3]),
    ).toEqual(['-', '-']);
    expect(screen.getByRole('region', { name: 'Rückrufe und Angebote' }).textContent).toContain(
      'Zurückgekommene E-Mails: 3',
    );
  });

  test('are a table beside each chart, which is for the eye', async () => {
    const { screen } = await open();
    const table = await screen.findByRole('table', { name: 'Nach Quelle' });
    expect(headingsOf(table)).toBe(
      'Quelle | Begonnen | Eingereicht | Übermittelt | Policiert | Abgelehnt | Widerrufen',
    );
    expect(linesIn(table)).toEqual([
      'website | 1.200 | 80 | 60 | 40 | 12 | 3',
      'messe | 7 | 80 | 60 | 40 | 12 | 3',
    ]);
    const region = screen.getByRole('region', { name: 'Nach Quelle' });
    const widths = Array.from(region.querySelectorAll('[aria-hidden] rect[width$="%"]'), (bar) =>
      Number.parseFloat(bar.getAttribute('width') ?? '').toFixed(1),
    );
    expect(widths).toEqual(['100.0', '6.7', '3.3', '0.6', '6.7', '3.3']);
    screen.getByRole('table', { name: 'Nach Tarif' });
    screen.getByRole('table', { name: 'Nach Zahlweise' });
    expect(screen.getByRole('region', { name: 'Nach Selbstbeteiligung' }).textContent).toContain(
      'Dazu gibt es in diesem Zeitraum nichts.',
    );
  });

  test('give durations in words', async () => {
    const { screen } = await open();
    expect(linesIn(await screen.findByRole('table', { name: 'Wie lange es dauert' }))).toEqual([
      'Vom Beginn bis zum Einreichen | 80 | 12 Minuten | 3 Tage 12 Stunden',
      'Bis zum ersten Schritt | 0 | - | -',
    ]);
  });

  test('of a period in which nothing happened say so', async () => {
    const [short] = choicesOf(today);
    if (!short) throw new Error('There are choices.');
    const { screen, router } = await open(
      { [figuresCall(short)]: { body: nothing } },
      `?from=${short.from}&to=${short.to}`,
    );
    await screen.findByText('In diesem Zeitraum ist nichts geschehen');
    await press('Die letzten 90 Tage anzeigen');
    await screen.findByRole('table', { name: 'Schritt für Schritt' });
    expect(router.state.location.search).toEqual({});
  });
});

describe('the period', () => {
  const [month] = choicesOf(today);
  const shortly = { from: addDays(today, -6), to: addDays(today, -2) };

  test('is chosen by a link, and the source stays', async () => {
    const period = month ?? usual;
    const { screen, router } = await open(
      {
        [figuresCall(usual, '&source=messe')]: { body: { ...insights, source: 'messe' } },
        [figuresCall(period, '&source=messe')]: { body: { ...insights, ...period, source: 'messe' } },
      },
      '?source=messe',
    );
    await screen.findByText(/ · Quelle messe$/);
    const nav = screen.getByRole('navigation', { name: 'Zeiträume' });
    const current = () => nav.querySelector('[aria-current]')?.textContent;
    expect(current()).toBe('90 Tage');
    await follow('30 Tage');
    await screen.findByText(`${formatDay(period.from)} bis ${formatDay(today)} · Quelle messe`);
    expect(router.state.location.search).toEqual({ from: period.from, to: today, source: 'messe' });
    expect(current()).toBe('30 Tage');
    expect(entryOf(screen.getByLabelText('Von'))).toBe(period.from);
  });

  test('is typed, and sent when it is complete', async () => {
    const { screen, router, calls } = await open({
      [figuresCall(shortly)]: { body: { ...insights, ...shortly } },
    });
    await fill(await screen.findByLabelText('Von'), shortly.from);
    await fill(screen.getByLabelText('Bis'), shortly.to);
    expect(calls).toHaveLength(1);
    await press('Anzeigen');
    await screen.findByText(`${formatDay(shortly.from)} bis ${formatDay(shortly.to)}`);
    expect(router.state.location.search).toEqual(shortly);
  });

  test('that is wrong is refused at its field', async () => {
    const { screen, calls } = await open();
    await fill(await screen.findByLabelText('Von'), shortly.to);
    await fill(screen.getByLabelText('Bis'), shortly.from);
    await press('Anzeigen');
    await screen.findByText('Der erste Tag darf nicht nach dem letzten liegen');
    expectFocus(screen.getByLabelText('Von'));
    expect(calls).toHaveLength(1);
  });

  test('of a bad address is the usual one, or refused', async () => {
    const { screen } = await open({}, '?from=abc&to=2026-02-30');
    await screen.findByRole('region', { name: 'Auf einen Blick' });
    stage.library.cleanup();
    const reversed = await open({}, `?from=${shortly.to}&to=${shortly.from}`);
    const alert = await reversed.screen.findByRole('alert');
    expect(alert.textContent).toContain('Der erste Tag darf nicht nach dem letzten liegen.');
    expect(reversed.calls).toEqual([]);
    await click(reversed.screen.getByRole('link', { name: '90 Tage' }));
    await reversed.screen.findByRole('region', { name: 'Auf einen Blick' });
  });

  test('has sources to choose from, also one that is unknown by now', async () => {
    const { screen, router } = await open(
      {
        [figuresCall(usual, '&source=plakat')]: { body: insights },
        [figuresCall(usual, '&source=sonstige')]: { body: insights },
      },
      '?source=plakat',
    );
    await screen.findByRole('region', { name: 'Auf einen Blick' });
    const select = screen.getByRole('combobox', { name: 'Nach Quelle filtern' });
    expect(select.textContent).toBe('Alle Quellenwebsitemessesonstigeplakat');
    expect(entryOf(select)).toBe('plakat');
    await fill(select, 'sonstige');
    await settled(() => expect(router.state.location.search).toEqual({ source: 'sonstige' }));
  });
});

describe('on paper and in a file', () => {
  test('they are printed by the browser', async () => {
    const { screen } = await open();
    await screen.findByRole('region', { name: 'Auf einen Blick' });
    let printed = 0;
    window.print = () => {
      printed += 1;
    };
    await press('Drucken');
    expect(printed).toBe(1);
  });

  test('they are saved as CSV, for this period and source', async () => {
    const call = figuresCall(usual, '&source=messe&format=csv');
    const { screen, replies, calls } = await open(
      { [figuresCall(usual, '&source=messe')]: { body: insights } },
      '?source=messe',
    );
    await screen.findByRole('region', { name: 'Auf einen Blick' });
    const download = screen.getByRole('button', { name: 'CSV herunterladen' });
    await click(download);
    await toastIs({ title: 'Fehler' });
    replies[call] = { body: 'Bereich;Wert' };
    const name = `Kennzahlen-${usual.from}-bis-${usual.to}.csv`;
    expect(await savedBy(() => press('CSV herunterladen'))).toMatchObject([{ name }]);
    expect(calls.filter((one) => one === call)).toHaveLength(2);
  });
});
