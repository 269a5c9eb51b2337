/** What is sent of the entries about a case, and what a conflict shows. */

import { describe, expect, test } from 'bun:test';
import { calendarOf, nationwide } from '#domain/calendar/working-days';
import type { Case } from '#domain/cases/staff';
import { addDays, formatDay } from '#domain/dates';
import { today } from '#tests/support/dom';
import {
  type CaseEdits,
  type CaseField,
  changesOf,
  differencesOf,
  errorsIn,
  valuesOf,
} from '#web/backoffice/cases/region/edits';
import { aCase, later, lukas, tomorrow } from '../a-case';

const now = { today, calendar: nationwide };
const yesterday = addDays(today, -1);
const numbered = { ...aCase, policyNumber: 'OP-1', assignee: lukas };
const declined: Case = { ...aCase, status: 'declined', followUpOn: null };

describe('only what differs is sent', () => {
  const cases: [what: string, found: Case, edits: CaseEdits, sent: object][] = [
    ['nothing', aCase, {}, {}],
    ['what is stored already', numbered, { policyNumber: ' OP-1 ', assigneeId: lukas.id }, {}],
    ['a number without its blanks', aCase, { policyNumber: ' OP-2 ' }, { policyNumber: 'OP-2' }],
    ['a number that is taken away', numbered, { policyNumber: ' ' }, { policyNumber: null }],
    ['an assignee', aCase, { assigneeId: lukas.id }, { assigneeId: lukas.id }],
    ['nobody', numbered, { assigneeId: '' }, { assigneeId: null }],
    ['a follow-up', aCase, { followUpOn: today }, { followUpOn: today }],
    ['a step, whose usual follow-up the server sets', aCase, { status: 'inquiry' }, { status: 'inquiry' }],
    [
      'a step with another follow-up, even that from before',
      aCase,
      { status: 'inquiry', followUpOn: tomorrow },
      { status: 'inquiry', followUpOn: tomorrow },
    ],
    [
      'a step with its reason',
      aCase,
      { status: 'declined', reason: ' alt ' },
      { status: 'declined', reason: 'alt' },
    ],
    ['a step without its reason', aCase, { status: 'declined' }, { status: 'declined', reason: '' }],
    [
      'a reason that is no longer asked for',
      aCase,
      { status: 'inquiry', reason: 'alt' },
      { status: 'inquiry' },
    ],
    [
      'a done case has no follow-up',
      aCase,
      { status: 'declined', followUpOn: today, reason: 'x' },
      { status: 'declined', reason: 'x' },
    ],
    ['a step back', declined, { status: 'in_review', reason: 'x' }, { status: 'in_review', reason: 'x' }],
  ];
  test.each(cases)('%s', (_, found, edits, sent) => {
    expect(changesOf(found, edits, now)).toEqual(sent);
  });
});

test('a new status proposes its follow-up until another one is entered', () => {
  const values = (edits: CaseEdits) => valuesOf(aCase, edits, now).followUpOn;
  expect(values({})).toBe(tomorrow);
  expect(values({ status: 'inquiry' })).toBe(nationwide.workingDaysAfter(today, 5));
  expect(values({ status: 'inquiry', followUpOn: today })).toBe(today);
  expect(values({ status: 'withdrawn' })).toBe('');
  const eve = { today: '2026-11-17', calendar: calendarOf('SN') };
  expect(valuesOf({ ...aCase, status: 'new' }, { status: 'in_review' }, eve).followUpOn).toBe('2026-11-20');
});

test.each<[object, CaseField[]]>([
  [{ status: 'declined', reason: '' }, ['reason']],
  [{ status: 'in_review', reason: '' }, []],
  [{ followUpOn: '' }, ['followUpOn']],
  [{ followUpOn: yesterday, reason: 'x' }, ['followUpOn']],
  [{ followUpOn: today, policyNumber: null }, []],
  [{ reason: 'x'.repeat(501) }, ['reason']],
  [{ policyNumber: '1'.repeat(51) }, ['policyNumber']],
  [{ policyNumber: 'folgt' }, ['policyNumber']],
])('%p is wrong in %p', (changes, fields) => {
  expect(errorsIn(aCase, changes, today).map(({ path }) => path)).toEqual(fields);
});

test('a conflict shows each field that differs, with both values as they are read', () => {
  const current: Case = { ...numbered, status: 'inquiry', followUpOn: later, policyNumber: null };
  const names = new Map([[lukas.id, lukas.username]]);
  const wanted = { status: 'transmitted', policyNumber: 'OP-9' } as const;
  expect(differencesOf({ base: aCase, wanted, ...now }, current, names)).toEqual([
    { field: 'status', label: 'Stand', mine: 'An Versicherer übermittelt', theirs: 'Rückfrage' },
    { field: 'assigneeId', label: 'Bearbeiter', mine: null, theirs: 'lukas.weber' },
    {
      field: 'followUpOn',
      label: 'Wiedervorlage',
      // comes with the step
      mine: formatDay(nationwide.workingDaysAfter(today, 10)),
      theirs: formatDay(later),
    },
    { field: 'policyNumber', label: 'Versicherungsscheinnummer', mine: 'OP-9', theirs: '-' },
  ]);
});

test('a conflict shows what a step does to the follow-up, unless it is stored already', () => {
  const followUpIn = (wanted: CaseEdits, current: Partial<Case>) =>
    differencesOf({ base: aCase, wanted, ...now }, { ...aCase, ...current }, new Map()).find(
      ({ field }) => field === 'followUpOn',
    )?.mine;
  const followUpOn = later;
  expect(followUpIn({ status: 'declined' }, { followUpOn })).toBe('-');
  expect(followUpIn({ policyNumber: 'OP-9' }, { followUpOn })).toBe(null);
  expect(followUpIn({ status: 'inquiry' }, { status: 'inquiry', followUpOn })).toBe(null);
});
