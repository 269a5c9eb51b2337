/** The steps of a case: when staff look at it again, and what keeps it from a step. Today is Friday, 20 November 2026. */

import { describe, expect, test } from 'bun:test';
import { nationwide } from '#domain/calendar/working-days';
import {
  blockOf,
  type CaseStatus,
  caseStatusKeys,
  followUpOf,
  needsReason,
  type StepBlock,
  type StepState,
} from '#domain/cases/statuses';

test.each<[CaseStatus, string | null]>([
  ['new', '2026-11-23'],
  ['in_review', '2026-11-24'],
  ['inquiry', '2026-11-27'],
  ['transmitted', '2026-12-04'],
  ['issued', null],
  ['declined', null],
  ['withdrawn', null],
])('a case that becomes %s today is looked at again on %p', (status, day) => {
  expect(followUpOf(status, { today: '2026-11-20', calendar: nationwide })).toBe(day);
});

const nothing: StepState = {
  withdrawalOpen: false,
  adviceOwed: false,
  restricted: false,
  confirmation: null,
};

const allowed: Record<CaseStatus, CaseStatus[]> = {
  new: ['in_review', 'inquiry', 'transmitted', 'declined', 'withdrawn'],
  in_review: ['inquiry', 'transmitted', 'declined', 'withdrawn'],
  inquiry: ['in_review', 'transmitted', 'declined', 'withdrawn'],
  transmitted: ['in_review', 'inquiry', 'issued', 'declined', 'withdrawn'],
  issued: ['withdrawn'],
  declined: ['in_review'],
  withdrawn: [],
};
test.each(caseStatusKeys)('the steps that may follow %s', (from) => {
  const free = caseStatusKeys.filter((to) => blockOf(from, to, nothing) === null);
  expect(free).toEqual(caseStatusKeys.filter((to) => allowed[from].includes(to)));
  for (const to of caseStatusKeys.filter((one) => !free.includes(one)))
    expect(blockOf(from, to, nothing)).toBe('forbidden');
});

describe('a step that is allowed is blocked', () => {
  test.each<[Partial<StepState>, Partial<Record<CaseStatus, StepBlock>>]>([
    [{}, {}],
    [{ restricted: true }, { inquiry: 'restricted', transmitted: 'restricted' }],
    [{ withdrawalOpen: true }, { transmitted: 'withdrawal_open', issued: 'withdrawal_open' }],
    [{ adviceOwed: true }, { transmitted: 'advice_owed', issued: 'advice_owed' }],
    [
      { withdrawalOpen: true, adviceOwed: true },
      { transmitted: 'withdrawal_open', issued: 'withdrawal_open' },
    ],
    [
      { restricted: true, withdrawalOpen: true },
      { inquiry: 'restricted', transmitted: 'restricted', issued: 'withdrawal_open' },
    ],
    [{ confirmation: 'open' }, {}],
    [{ confirmation: 'confirmed' }, {}],
    [{ confirmation: 'refused' }, { transmitted: 'not_applied', issued: 'not_applied' }],
    [
      { confirmation: 'refused', adviceOwed: true },
      { transmitted: 'not_applied', issued: 'not_applied' },
    ],
  ])('while %j', (state, blocks) => {
    const steps: [CaseStatus, CaseStatus][] = [
      ['new', 'in_review'],
      ['new', 'inquiry'],
      ['new', 'transmitted'],
      ['transmitted', 'issued'],
      ['new', 'declined'],
      ['issued', 'withdrawn'],
    ];
    const found = steps.map(([from, to]) => [to, blockOf(from, to, { ...nothing, ...state })]);
    expect(found).toEqual(steps.map(([, to]) => [to, blocks[to] ?? null]));
  });
});

test.each<[Partial<StepState>, StepBlock | null]>([
  [{}, null],
  [{ confirmation: 'confirmed' }, null],
  [{ confirmation: 'open' }, 'confirmation_open'],
  [{ confirmation: 'open', adviceOwed: true }, 'advice_owed'],
  [{ confirmation: 'refused' }, 'not_applied'],
])('where the policyholder must confirm, %j goes to the insurer unless %p', (state, block) => {
  for (const [from, to] of [
    ['new', 'transmitted'],
    ['transmitted', 'issued'],
  ] as const)
    expect(blockOf(from, to, { ...nothing, ...state }, 'required')).toBe(block);
  expect(blockOf('new', 'declined', { ...nothing, ...state }, 'required')).toBeNull();
});

test.each<[Partial<StepState>, StepBlock]>([
  [{ confirmation: 'refused' }, 'not_applied'],
  [{ confirmation: 'open' }, 'confirmation_open'],
  [{ adviceOwed: true }, 'forbidden'],
])('of a step that no rule allows, %j is %p', (state, block) => {
  expect(blockOf('new', 'issued', { ...nothing, ...state }, 'required')).toBe(block);
  expect(blockOf('transmitted', 'transmitted', { ...nothing, ...state }, 'required')).toBe('forbidden');
  expect(blockOf('new', 'new', { ...nothing, ...state }, 'required')).toBe('forbidden');
});

test('a step needs a reason to decline, to withdraw and to take up again what was declined', () => {
  const pairs = caseStatusKeys.flatMap((from) => caseStatusKeys.map((to) => [from, to] as const));
  const needed = pairs.filter(([from, to]) => needsReason(from, to));
  expect(needed).toEqual(
    pairs.filter(([from, to]) => from === 'declined' || ['declined', 'withdrawn'].includes(to)),
  );
});
