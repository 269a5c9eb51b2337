/** The list of applications: step names, search, selection, order, CSV file and address. */
import { describe, expect, test } from 'bun:test';
import type { ApplicationRow } from '#domain/applications/staff';
import { shortId } from '#domain/ids';
import type { StepNumber } from '#domain/steps/all';
import {
  type ApplicationsSearch,
  applicationsCsv,
  applicationsSearch,
  pruned,
  rowFilter,
  searchTexts,
  stepNameOf,
} from '#web/backoffice/applications/rows.tsx';
import { callbacksSearch } from '#web/backoffice/callbacks/rows';
import { emailLogsSearch } from '#web/backoffice/email-logs/EmailLogsPage.tsx';
import { orderedRows, orderOf } from '#web/backoffice/table/order';
import { application } from '../listed';

const row = (given: Partial<ApplicationRow> = {}): ApplicationRow => ({ ...application, ...given });

test('the step of an application is called as in the wizard, and a completed one Abgeschlossen', () => {
  const names = [1, 2, 3, 4, 5, 6].map((step) => stepNameOf(row({ currentStep: step as StepNumber })));
  const wizard = ['Pferdeangaben', 'Kontaktdaten', 'Tarifauswahl', 'Versicherungsnehmer', 'SEPA-Mandat'];
  expect(names).toEqual([...wizard, 'Zusammenfassung']);
  expect(stepNameOf(row({ completed: true, currentStep: 6 }))).toBe('Abgeschlossen');
});

test('the id of an application is shortened to 8 characters', () => {
  expect(shortId(row().id)).toBe('5a77e1fe...');
});

test('search texts can be built in pieces, and the first search builds the rest', () => {
  const list = Array.from({ length: 1000 }, (_, index) =>
    row({ id: crypto.randomUUID(), horseName: `Pferd ${index}` }),
  );
  const texts = searchTexts(list);
  expect(texts.prepare(0)).toBe(false);
  expect(list.filter((one) => texts.of(one) !== '')).toHaveLength(256);
  expect(list.filter(rowFilter(texts, { q: 'pferd 999' }) ?? (() => true))).toHaveLength(1);
  expect(texts.prepare(0)).toBe(true);
});

test('a filter removes the hidden rows from the selection, and no other row', () => {
  const both = new Set(['a', 'b']);
  expect([...pruned(both, [row({ id: 'b' }), row({ id: 'c' })])]).toEqual(['b']);
  expect(pruned(both, [row({ id: 'a' }), row({ id: 'b' })])).toBe(both);
});

describe('the order', () => {
  const ordered = (values: (string | number | null)[]) => Array.from(orderOf(values), (at) => values[at]);

  test('is that of a German dictionary, with missing values first', () => {
    const names = ['Zander', 'Ähre', null, 'Apfel', 'ähnlich', 'Zahn', 'Maß', 'Massen'];
    expect(ordered(names)).toEqual([null, 'ähnlich', 'Ähre', 'Apfel', 'Maß', 'Massen', 'Zahn', 'Zander']);
    expect(ordered(['ä', 'a', 'Ä', 'A'])).toEqual(['a', 'A', 'ä', 'Ä']);
  });

  test('of numbers is numeric, and equal values keep their position', () => {
    expect(ordered([10, 9, 100, -1])).toEqual([-1, 9, 10, 100]);
    expect([...orderOf([2, 1, 2, 1])]).toEqual([1, 3, 0, 2]);
  });

  test('can be reversed, and does not change the given list', () => {
    const list = [{ n: 2 }, { n: 3 }, { n: 1 }];
    const by = (direction: 'asc' | 'desc') => orderedRows(list, 'n', direction, ({ n }) => n);
    expect(by('asc').map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(by('desc').map(({ n }) => n)).toEqual([3, 2, 1]);
    expect(by('desc')).toBe(by('desc'));
    expect(list.map(({ n }) => n)).toEqual([2, 3, 1]);
  });
});

describe('a CSV file', () => {
  test('starts with a byte order mark and has the columns of the list', () => {
    const [head, line, end] = applicationsCsv([row()]).split('\r\n');
    expect(head).toBe('\uFEFFAntrag-ID;Status;Schritt;Name;E-Mail;Pferd;Erstellt;Letzte Änderung;Quelle');
    expect(line).toBe(
      '5a77e1fe-a000-4000-8000-0000000000ab;In Bearbeitung;Kontaktdaten;Márta Großmann;marta@post.example;Süße Nele;20.11.2026, 10:00;20.11.2026, 10:30;website',
    );
    // no formula of a spreadsheet
    expect(applicationsCsv([row({ source: '=HYPERLINK("x")' })])).toContain(`;"'=HYPERLINK(""x"")"`);
    expect(end).toBe('');
  });
});

describe('the query of the address', () => {
  test.each<[Record<string, unknown>, ApplicationsSearch]>([
    [{}, {}],
    [
      { q: 1234, status: 'completed', source: 2026, sort: 'id', dir: 'asc' },
      { q: '1234', status: 'completed', source: '2026', sort: 'id', dir: 'asc' },
    ],
    [{ q: '', status: 'all', sort: 'iban', dir: 'up' }, {}],
    [{ q: ['a'], status: 7 }, {}],
    [{ q: 'x'.repeat(500) }, { q: 'x'.repeat(200) }],
  ])('%p is read as %p by the list of applications', (given, meant) => {
    expect(applicationsSearch(given)).toEqual(meant);
  });

  test('is read by the other lists, which ignore unknown values', () => {
    expect(callbacksSearch({ status: 'pending', sort: 'phone' })).toEqual({
      status: 'pending',
      sort: 'phone',
    });
    expect(emailLogsSearch({ page: 3, type: 'completion' })).toEqual({ page: 3, type: 'completion' });
    for (const page of [0, 1, -2, 1.5, 'x', null, 1e300])
      expect(emailLogsSearch({ page }).page).toBeUndefined();
  });
});
