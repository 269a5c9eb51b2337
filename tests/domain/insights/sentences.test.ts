import { describe, expect, test } from 'bun:test';
import { type ApplicationFacts, adderTo, countApplications, type Tally } from '#domain/insights/counting';
import { type Counted, countedIn, folded, namedSources } from '#domain/insights/figures';
import { sentencesOf } from '#domain/insights/sentences';

type Some = Partial<ApplicationFacts> & { count: number; source?: string };

/** What was counted of these applications. */
function tallyOf(...groups: Some[]): Tally {
  const tally: Tally = new Map();
  for (const { count, source = 'website', ...facts } of groups) {
    const chosen = { tariff: null, deductible: 250, frequency: 'monthly' } as const;
    const usual = {
      isCompleted: 0,
      wasTransmitted: 0,
      outcome: null,
      furthestStep: facts.isCompleted ? 6 : 2,
    } as const;
    countApplications({ ...usual, ...chosen, ...facts }, count, adderTo(tally, source));
  }
  return tally;
}

function told(now: Some[], before: Some[], days = 90): string[] {
  const named = namedSources(tallyOf(...now));
  const counted = (some: Some[]): Counted => countedIn(folded(tallyOf(...some), named), null);
  return sentencesOf({ now: counted(now), before: counted(before), days }).map((one) =>
    one.replaceAll('\u00a0', ' '),
  );
}

const open = (count: number, furthestStep = 2): Some => ({ count, furthestStep });
const done = (count: number): Some => ({ count, isCompleted: 1 });

describe('the first sentence says how many were begun', () => {
  const table: [now: Some[], before: Some[], sentence: string][] = [
    [[], [], 'Es wurde kein Antrag begonnen, auch nicht in den 90 Tagen davor.'],
    [[], [open(1)], 'Es wurde kein Antrag begonnen; in den 90 Tagen davor war es einer.'],
    [[], [open(1_200)], 'Es wurde kein Antrag begonnen; in den 90 Tagen davor waren es 1.200.'],
    [
      [open(1)],
      [],
      'Es wurde ein Antrag begonnen, in den 90 Tagen davor keiner; eingereicht ist davon keiner.',
    ],
    [
      [done(2), open(3)],
      [],
      'Es wurden 5 Anträge begonnen, in den 90 Tagen davor keiner; eingereicht sind davon 2.',
    ],
    [
      [done(1)],
      [open(1)],
      'Es wurde ein Antrag begonnen, genauso viele wie in den 90 Tagen davor; eingereicht ist davon einer (davor keiner).',
    ],
    [
      [done(4), open(120)],
      [done(6), open(100)],
      'Es wurden 124 Anträge begonnen, 18 mehr als in den 90 Tagen davor (plus 17 %); eingereicht sind davon 4 (davor 6).',
    ],
    [
      [open(50)],
      [open(100)],
      'Es wurden 50 Anträge begonnen, 50 weniger als in den 90 Tagen davor (minus 50 %); eingereicht ist davon keiner (davor keiner).',
    ],
    // of a few, a change in percent says nothing
    [
      [open(3)],
      [open(2)],
      'Es wurden 3 Anträge begonnen, einer mehr als in den 90 Tagen davor; eingereicht ist davon keiner (davor keiner).',
    ],
    // nor does less than half a percent
    [
      [open(1_001)],
      [open(1_000)],
      'Es wurden 1.001 Anträge begonnen, einer mehr als in den 90 Tagen davor; eingereicht ist davon keiner (davor keiner).',
    ],
  ];
  test.each(table)('%j after %j', (now, before, sentence) => {
    expect(told(now, before)[0]).toBe(sentence);
  });

  test('of one day as of one day', () => {
    expect(told([open(2)], [open(2)], 1)[0]).toBe(
      'Es wurden 2 Anträge begonnen, genauso viele wie am Tag davor; eingereicht ist davon keiner (davor keiner).',
    );
  });
});

describe('the second sentence says how many come through, and where the others are', () => {
  const table: [now: Some[], before: Some[], sentence: string][] = [
    [[], [open(3)], 'Wie viele Anträge bis zum Ende kommen, lässt sich deshalb nicht sagen.'],
    [[done(1)], [], 'Der eine begonnene Antrag ist bis zum Ende gekommen.'],
    [
      [open(1)],
      [],
      'Der eine begonnene Antrag ist nicht bis zum Ende gekommen; er steht bei „Kontaktdaten“.',
    ],
    [
      [open(7)],
      [done(3), open(5)],
      'Bis zum Ende gekommen ist keiner von 7 begonnenen Anträgen (in den 90 Tagen davor 3 von 8); sie stehen alle bei „Kontaktdaten“.',
    ],
    [
      [done(1), open(2, 1), open(3, 3)],
      [],
      'Bis zum Ende gekommen ist einer von 6 begonnenen Anträgen; die anderen stehen am häufigsten bei „Tarifauswahl“ (3 von 5).',
    ],
    [
      [done(2), open(1)],
      [],
      'Bis zum Ende gekommen sind 2 von 3 begonnenen Anträgen; der andere steht bei „Kontaktdaten“.',
    ],
    [
      [done(32), open(68)],
      [done(28), open(72)],
      'Bis zum Ende gekommen sind 32 % der begonnenen Anträge (in den 90 Tagen davor 28 %); die anderen stehen alle bei „Kontaktdaten“.',
    ],
    [
      [done(30)],
      [done(1), open(999)],
      'Bis zum Ende gekommen sind alle 30 begonnenen Anträge (in den 90 Tagen davor weniger als 1 %).',
    ],
    [
      [done(999), open(1, 6)],
      [open(20)],
      'Bis zum Ende gekommen sind mehr als 99 % der begonnenen Anträge (in den 90 Tagen davor 0 %); der andere steht bei „Zusammenfassung“.',
    ],
  ];
  test.each(table)('%j after %j', (now, before, sentence) => {
    expect(told(now, before)[1]).toBe(sentence);
  });
});

describe('the third sentence says what changed most', () => {
  const issued = (count: number): Some => ({ ...done(count), outcome: 'issued' });
  const premium = (count: number): Some => ({ ...open(count), tariff: 'premium' });
  const from = (source: string, count: number): Some => ({ ...open(count), source });
  const table: [now: Some[], before: Some[], sentence: string][] = [
    [
      [],
      [],
      'Policen, Ablehnungen, Widerrufe, Tarife und Quellen sind gegenüber den 90 Tagen davor unverändert.',
    ],
    [
      [issued(12)],
      [issued(7)],
      'Am meisten verändert hat sich die Zahl der Policen: 12, in den 90 Tagen davor 7.',
    ],
    [
      [{ ...done(9), outcome: 'declined' }],
      [],
      'Am meisten verändert hat sich die Zahl der Ablehnungen: 9, in den 90 Tagen davor keine.',
    ],
    [
      [done(9)],
      [{ ...done(9), outcome: 'withdrawn' }],
      'Am meisten verändert hat sich die Zahl der Widerrufe: keine, in den 90 Tagen davor 9.',
    ],
    [
      [premium(40)],
      [premium(22)],
      'Am meisten verändert hat sich die Zahl der Anträge mit Premium-OP-Schutz: 40, in den 90 Tagen davor 22.',
    ],
    [
      [from('website', 50), from('stall-sonnenhof', 30)],
      [from('website', 45)],
      'Am meisten verändert hat sich die Zahl der Anträge über „stall-sonnenhof“: 30, in den 90 Tagen davor keine.',
    ],
    // a source that was rare before is not told with its number, and one that is rare now has no name
    [
      [from('website', 50), from('stall-sonnenhof', 30), from('messe', 4)],
      [from('website', 45), from('stall-sonnenhof', 4), from('messe', 90)],
      'Am meisten verändert hat sich die Zahl der Anträge über „website“: 50, in den 90 Tagen davor 45.',
    ],
  ];
  test.each(table)('%j after %j', (now, before, sentence) => {
    expect(told(now, before)[2]).toBe(sentence);
  });
});
