/** What the lists that the browser searches find. */
import { describe, expect, test } from 'bun:test';
import type { ApplicationRow } from '#domain/applications/staff';
import { type ApplicationsSearch, rowFilter, searchTexts } from '#web/backoffice/applications/rows.tsx';
import { findCallbacks, summaryOf } from '#web/backoffice/callbacks/rows';
import { application, callback } from './listed';

const find = (rows: ApplicationRow[], search: ApplicationsSearch) =>
  rows.filter(rowFilter(searchTexts(rows), search) ?? (() => true));

describe('in both lists', () => {
  const entries = { name: 'Aydın Yıldız-Öztürk', email: 'erika@müller-pferde.de' };
  const rows = [
    { ...application, ...entries, contactName: entries.name, horseName: 'Gräfin von Lüdenscheidt' },
  ];
  const isListed = (q: string) => [
    find(rows, { q }).length > 0,
    findCallbacks([{ ...callback, ...entries, phone: '02351 1' }], { q }).length > 0,
  ];

  test.each([
    'YILDIZ',
    'aydin  yildiz',
    'oeztuerk',
    'MUELLER-PFERDE.de',
    'erika@xn--mller-pferde-dlb.de',
    'xn--mller-pf',
  ])('%s finds the person', (query) => {
    expect(isListed(query)).toEqual([true, true]);
  });

  test.each(['luedenscheidt', 'graefin'])('%s finds the horse', (query) => {
    expect(isListed(query)).toEqual([true, false]);
  });

  test.each(['yaldiz', '<b>', '.*', 'null'])('%s finds nothing', (query) => {
    expect(isListed(query)).toEqual([false, false]);
  });
});

describe('in the list of callbacks', () => {
  const robin = {
    ...callback,
    name: 'Robin Falkner',
    phone: '+49 (0)251 4188-22',
    email: 'robin+x@Post.example',
  };
  const oender = { ...robin, name: 'Önder Ülker', phone: '0341 9627 100', email: null };
  const done = { ...robin, name: 'Ayşe Kaya', phone: '030 1', email: null, processed: true, source: 'messe' };
  const all = [robin, oender, done];

  test.each([
    [{ q: '' }, all],
    [{ q: '   ' }, all],
    [{ q: 'onder' }, [oender]],
    [{ q: 'POST.EXAMPLE' }, [robin]],
    [{ q: '0251' }, [robin]],
    [{ q: '+49 251' }, [robin]],
    [{ q: '49025' }, [robin]],
    [{ q: '4188 22' }, [robin]],
    [{ q: '03419627' }, [oender]],
    [{ status: 'pending' }, [robin, oender]],
    [{ q: 'kaya', status: 'processed' }, [done]],
    [{ q: 'kaya', status: 'pending' }, []],
    [{ source: 'messe' }, [done]],
    [{ source: 'website', q: 'robin' }, [robin]],
    [{ source: 'mess' }, []],
  ] as const)('%p finds the right ones', (search, found) => {
    expect(findCallbacks(all, search)).toEqual([...found]);
  });

  test('the header counts all, also when the list is filtered', () => {
    expect(summaryOf(all)).toBe('2 ausstehend • 1 bearbeitet');
    expect(summaryOf([])).toBe('0 ausstehend • 0 bearbeitet');
  });
});

describe('in the list of applications', () => {
  const completed = { ...application, id: 'ffffffff-0000-4000-8000-000000000000', completed: true };
  const list = [application, completed];
  const from = { ...application, source: 'messe' };
  const bare = { ...application, contactName: null, email: null, horseName: null };

  test.each<[ApplicationsSearch, ApplicationRow[], ApplicationRow[]]>([
    [{ q: '   ' }, list, list],
    [{ q: '5A77' }, list, [application]],
    [{ q: '0000000000AB' }, list, [application]],
    [{ q: 'GROSSMANN' }, list, list],
    [{ q: 'marta gross' }, list, list],
    [{ q: 'susse nele' }, list, list],
    [{ q: 'marta@post' }, list, list],
    [{ q: 'ab márta' }, list, []],
    [{ status: 'completed' }, list, [completed]],
    [{ status: 'incomplete' }, list, [application]],
    [{ source: 'messe' }, [...list, from], [from]],
    [{ source: 'website' }, [...list, from], list],
    [{ q: 'MÁRTA', source: 'website', status: 'completed' }, [...list, from], [completed]],
    [{ source: 'mess' }, [...list, from], []],
    // one that has only an id
    [{ q: 'null' }, [bare], []],
    [{ q: '5a77' }, [bare], [bare]],
  ])('%p finds the right ones', (search, rows, found) => {
    expect(find(rows, search)).toEqual(found);
  });
});
