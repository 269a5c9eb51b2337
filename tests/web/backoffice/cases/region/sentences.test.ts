/** The history of a case as sentences. */
import { describe, expect, test } from 'bun:test';
import type { CaseEvent } from '#domain/cases/staff';
import { deedOf, furtherDeedsOf, subjectOf } from '#web/backoffice/cases/region/sentences';

const event: CaseEvent = {
  id: 'e',
  at: '2026-11-20T09:00:00Z',
  actor: 'antje',
  kind: 'status',
  old: null,
  new: null,
  text: null,
  also: [],
  message: null,
  way: null,
  attachments: null,
};

describe('each change reads as a sentence', () => {
  test.each<[Partial<CaseEvent>, string]>([
    [{ new: 'new' }, 'den Vorgang mit dem Stand „Neu“ angelegt'],
    [{ old: 'new', new: 'transmitted' }, 'den Stand von „Neu“ auf „An Versicherer übermittelt“ gesetzt'],
    [{ old: 'new', new: 'a_later_one' }, 'den Stand von „Neu“ auf „a_later_one“ gesetzt'],
    [{ kind: 'assignee', new: 'antje' }, 'den Vorgang übernommen'],
    [{ kind: 'assignee', old: 'lukas', new: 'antje' }, 'den Vorgang von lukas übernommen'],
    [{ kind: 'assignee', new: 'lukas' }, 'den Vorgang lukas zugewiesen'],
    [{ kind: 'assignee', old: 'mira', new: 'lukas' }, 'den Vorgang von mira an lukas übergeben'],
    [{ kind: 'assignee', old: 'antje', new: 'lukas' }, 'den Vorgang an lukas übergeben'],
    [{ kind: 'assignee', old: 'lukas' }, 'die Zuweisung an lukas aufgehoben'],
    [{ kind: 'follow_up', new: '2026-11-23' }, 'die Wiedervorlage auf den 23.11.2026 gelegt'],
    [
      { kind: 'follow_up', old: '2026-11-20', new: '2026-11-23' },
      'die Wiedervorlage vom 20.11.2026 auf den 23.11.2026 gelegt',
    ],
    [{ kind: 'follow_up', old: '2026-11-20' }, 'die Wiedervorlage beendet'],
    [{ kind: 'policy_number', new: 'OP-1' }, 'die Versicherungsscheinnummer OP-1 eingetragen'],
    [
      { kind: 'policy_number', old: 'OP-1', new: 'OP-2' },
      'die Versicherungsscheinnummer von OP-1 in OP-2 geändert',
    ],
    [{ kind: 'policy_number', old: 'OP-1' }, 'die Versicherungsscheinnummer OP-1 entfernt'],
    [{ kind: 'note', text: 'Angerufen' }, 'notiert'],
    [{ kind: 'note' }, 'eine Notiz geschrieben, die entfernt wurde'],
    [{ kind: 'answer', actor: null, text: 'Ja' }, 'auf die Rückfrage geantwortet'],
  ])('%p', (change, sentence) => {
    expect(deedOf({ ...event, ...change })).toBe(sentence);
  });
});

test('what else was changed is listed', () => {
  const also = [
    { kind: 'assignee' as const, old: null, new: 'antje' },
    { kind: 'policy_number' as const, old: null, new: 'OP-1' },
  ];
  expect(furtherDeedsOf({ ...event, also })).toEqual([
    'den Vorgang übernommen',
    'die Versicherungsscheinnummer OP-1 eingetragen',
  ]);
});

test.each<[Partial<CaseEvent>, string | null]>([
  [{}, 'antje'],
  [{ kind: 'answer', actor: null }, 'Die antragstellende Person'],
  [{ actor: null }, null],
])('%p is the deed of %p', (change, subject) => {
  expect(subjectOf({ ...event, ...change })).toBe(subject);
});
