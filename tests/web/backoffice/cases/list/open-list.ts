/** The list of two cases, with a server whose replies the test defines. */
import type { Case, CasePage } from '#domain/cases/staff';
import { api, pages } from '#domain/urls';
import { type setDocument, today } from '#tests/support/dom';
import { type Reply, show } from '../../scripted-screen';
import { aCase, antje, lukas } from '../a-case';

export const rows: Case[] = [
  { ...aCase, followUpOn: '2026-11-02', overdue: true, adviceOwed: true },
  {
    ...aCase,
    applicationId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    followUpOn: today,
    replyUnread: true,
    assignee: lukas,
    contactName: '<b>Karl</b> Müller',
    policyNumber: 'OP-7',
    version: 9,
    withdrawalSuggested: true,
  },
];
export const [first, second] = rows.map(({ applicationId }) => applicationId) as [string, string];
export const listCall = (query: string) => `GET ${api.cases}?${query}`;
const usual = listCall('view=open&page=1&pageSize=50');
export const pageOf = (cases: Case[], total = cases.length): Reply => ({
  body: { cases, total, totalPages: Math.ceil(total / 50) } satisfies CasePage,
});
const counts = { mine: 1, unassigned: 2, due: 1234, open: 4, done: 5, all: 9 };

export function openList(
  stage: ReturnType<typeof setDocument>,
  replies: Record<string, Reply> = {},
  search = '',
) {
  return show(stage, pages.backofficeCases + search, {
    role: 'sachbearbeiter',
    replies: {
      [usual]: pageOf(rows),
      [`GET ${api.caseCounts}`]: { body: counts },
      [`GET ${api.staff}`]: { body: [antje, lukas] },
      ...replies,
    },
  });
}
