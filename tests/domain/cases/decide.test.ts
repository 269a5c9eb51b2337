/** What a change makes of a case, and what is wrong with it. */

import { expect, test } from 'bun:test';
import { nationwide } from '#domain/calendar/working-days';
import { type CaseChange, type CaseState, decideChange, wrongIn } from '#domain/cases/decide';
import { followUpOf, invalidChanges } from '#domain/cases/statuses';

const today = '2026-11-20';
const now = { today, calendar: nationwide };
const lukas = { id: 'l', username: 'lukas' };
const fresh: CaseState = {
  version: 3,
  status: 'in_review',
  assignee: lukas,
  followUpOn: '2026-11-18',
  policyNumber: null,
  transmittedOn: null,
  replyUnread: true,
  undeliverable: false,
  adviceOwed: false,
  withdrawalOpen: false,
  restricted: false,
  confirmation: null,
};
const decide = (change: CaseChange, state: Partial<CaseState> = {}, known: object = {}) =>
  decideChange({ ...fresh, ...state }, change, { version: null, assignee: 'antje', ...now, ...known });

const inTwoDays = followUpOf('in_review', now);
const allowed: [
  what: string,
  change: CaseChange,
  state: Partial<CaseState>,
  values: object,
  kinds: string[],
][] = [
  ['nothing', {}, {}, {}, []],
  ['only that the answer is read', { reads: true }, {}, { replyUnread: false }, []],
  ['what is so already', { followUpOn: '2026-11-18', policyNumber: '', assigneeId: 'l' }, {}, {}, []],
  [
    'a step, which brings its follow-up',
    { status: 'transmitted' },
    {},
    { status: 'transmitted', followUpOn: followUpOf('transmitted', now), transmittedOn: today },
    ['status', 'follow_up'],
  ],
  [
    'the end, which takes the follow-up away',
    { status: 'declined', reason: 'x', followUpOn: '2026-11-18' },
    {},
    { status: 'declined', followUpOn: null },
    ['status', 'follow_up'],
  ],
  ['another assignee', { assigneeId: 'a' }, {}, { assigneeId: 'a' }, ['assignee']],
  ['nobody', { assigneeId: null }, {}, { assigneeId: null }, ['assignee']],
  [
    'an answer, which is unread',
    { status: 'in_review', came: { kind: 'answer', text: 'Ja' } },
    { status: 'inquiry', replyUnread: false },
    { status: 'in_review', followUpOn: inTwoDays, replyUnread: true },
    ['answer', 'status', 'follow_up'],
  ],
  [
    'a mail that came back, which is no answer',
    { came: { kind: 'undeliverable' } },
    { replyUnread: false },
    { undeliverable: true },
    ['undeliverable'],
  ],
  [
    'a step that no rule allows, if it is forced',
    { status: 'withdrawn', forced: true },
    { status: 'issued', followUpOn: null },
    { status: 'withdrawn' },
    ['status'],
  ],
];

test.each(allowed)('changes %s', (_, change, state, values, kinds) => {
  const decision = decide(change, state);
  expect(decision).toMatchObject({ kind: 'allowed', values });
  if (decision.kind !== 'allowed') return;
  expect(Object.keys(decision.values).sort()).toEqual(Object.keys(values).sort());
  expect(decision.differences.map(({ kind }) => kind)).toEqual(
    kinds as (typeof decision.differences)[number]['kind'][],
  );
});

const error = (path: string, message: string) => ({ kind: 'invalid', error: { path, message } });
const blocked = (block: string, to: string) => ({ kind: 'blocked', block, from: 'in_review', to });
const refused: [
  what: string,
  change: CaseChange,
  state: Partial<CaseState>,
  known: object,
  expected: object,
][] = [
  ['of an older version, before all else', { status: 'new' }, {}, { version: 2 }, { kind: 'stale' }],
  ['to a status that may not follow', { status: 'new' }, {}, {}, blocked('forbidden', 'new')],
  [
    'with a mail to who asked for erasure',
    { status: 'declined', hasMessage: true },
    { restricted: true },
    {},
    blocked('restricted', 'declined'),
  ],
  ['without a reason', { status: 'declined' }, {}, {}, error('reason', invalidChanges.reason)],
  ['without the question', { status: 'inquiry' }, {}, {}, error('message', invalidChanges.message)],
  ['to a past day', { followUpOn: '2026-11-19' }, {}, {}, error('followUpOn', invalidChanges.past)],
  [
    'for nobody on the team',
    { assigneeId: 'x' },
    {},
    { assignee: null },
    error('assigneeId', invalidChanges.assignee),
  ],
];

test.each(refused)('refuses a change %s', (_, change, state, known, expected) => {
  expect(decide(change, state, known)).toEqual(expected as ReturnType<typeof decide>);
});

test('all that is wrong with the entries is told at once', () => {
  const wrong = wrongIn(fresh, { status: 'declined', followUpOn: '2026-12-01' }, today);
  expect(wrong.map(({ path }) => path)).toEqual(['reason', 'followUpOn']);
});
