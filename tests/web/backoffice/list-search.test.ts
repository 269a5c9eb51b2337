/** What the lists that the browser searches find. */
import { expect, test } from 'bun:test';
import type { ApplicationRow } from '#domain/applications/staff';
import type { Callback } from '#domain/callbacks/request';
import { rowFilter, searchTexts } from '#web/backoffice/applications/rows.tsx';
import { findCallbacks } from '#web/backoffice/callbacks/rows';
import { orderOf } from '#web/backoffice/table/order';

const entries = { name: 'Aydın Yıldız-Öztürk', email: 'erika@müller-pferde.de' };
const callback = { ...entries, phone: '02351 1', processed: false } as Callback;
const application = {
  ...{ id: 'a', contactName: entries.name, email: entries.email, horseName: 'Gräfin von Lüdenscheidt' },
} as ApplicationRow;

const isListed = (query: string) => {
  const rows = [application];
  return [
    rows.filter(rowFilter(searchTexts(rows), { q: query }) ?? (() => true)).length > 0,
    findCallbacks([callback], { q: query }).length > 0,
  ];
};

test.each([
  'yildiz',
  'YILDIZ',
  'Yıldız',
  'aydin  yildiz',
  'yildiz\u2011ozturk',
  'oeztuerk',
  'ÖZTÜRK',
  '\u202aYıl\u00addız\u202c',
  'müller-pferde',
  'MUELLER-PFERDE.de',
  'erika@xn--mller-pferde-dlb.de',
  'xn--mller-pf',
])('%s finds the person in both lists', (query) => {
  expect(isListed(query)).toEqual([true, true]);
});

test.each(['luedenscheidt', 'Ludenscheidt', 'lüdenscheidt', 'graefin'])('%s finds the horse', (query) => {
  expect(isListed(query)).toEqual([true, false]);
});

test('nobody is found by what they are not called', () => {
  expect(isListed('yaldiz')).toEqual([false, false]);
});

test('plain letters stand where a German dictionary has them', () => {
  const names = ['Zora', 'Łukasz', 'Ödön', 'Lutz', 'Igor', 'İlker', 'Odo'];
  const ordered = Array.from(orderOf(names), (at) => names[at]);
  expect(ordered).toEqual(['Igor', 'İlker', 'Łukasz', 'Lutz', 'Odo', 'Ödön', 'Zora']);
});
