/** The words about an erasure. */
import { expect, test } from 'bun:test';
import { type Erasure, erasedSentence, erasedTitle, type KeptKind } from '#domain/privacy/own-data';

const all: [erased: number, kept: KeptKind[], title: string, sentence: string][] = [
  [0, ['application'], 'Ihr Wunsch ist vermerkt', 'Das müssen wir noch aufbewahren:'],
  [
    0,
    [],
    'Es war nichts zu löschen',
    'Unter dieser Adresse war kein angefangener Antrag, kein Angebot und keine Rückrufanfrage gespeichert.',
  ],
  [2, [], 'Ihre Daten sind gelöscht', '2 Einträge sind endgültig gelöscht.'],
  [
    2,
    ['application'],
    'Was wir löschen dürfen, ist gelöscht',
    '2 Einträge sind endgültig gelöscht. Das bleibt noch gespeichert:',
  ],
  [
    1,
    ['part'],
    'Was wir löschen dürfen, ist gelöscht',
    'Ihre Angaben in einem angefangenen Antrag sind endgültig gelöscht. Das bleibt noch gespeichert:',
  ],
  [
    3,
    ['part', 'part'],
    'Was wir löschen dürfen, ist gelöscht',
    'Ein Eintrag ist endgültig gelöscht. Ihre Angaben in 2 angefangenen Anträgen sind endgültig gelöscht. Das bleibt noch gespeichert:',
  ],
];

test.each(all)('%d erased, kept: %j', (erased, kinds, title, sentence) => {
  const erasure: Erasure = { erased, kept: kinds.map((kind) => ({ kind, until: null, reason: '' })) };
  expect([erasedTitle(erasure), erasedSentence(erasure)]).toEqual([title, sentence]);
});
