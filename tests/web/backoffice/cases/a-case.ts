/** A case as the API returns it. */
import type { Case } from '#domain/cases/staff';
import { addDays } from '#domain/dates';
import { today } from '#tests/support/dom';

export const tomorrow = addDays(today, 1);
export const yesterday = addDays(today, -1);
/** After each day that a step proposes, so that it is never equal to one. A fixed date would come near and then pass. */
export const later = addDays(today, 60);

export const aCase: Case = {
  applicationId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  version: 3,
  status: 'in_review',
  assignee: null,
  followUpOn: tomorrow,
  overdue: false,
  startsOn: '2026-12-01',
  completedAt: '2026-11-20T09:00:00Z',
  transmittedOn: null,
  policyNumber: null,
  adviceOwed: false,
  withdrawalOpen: false,
  withdrawalSuggested: false,
  restricted: false,
  replyUnread: false,
  undeliverable: false,
  assigneeAway: false,
  confirmation: null,
  contactName: 'Johanna Sommer',
  email: 'johanna.sommer@mail.example',
  phone: '0341 9627 100',
  horseName: 'Donna Clara',
};

export const antje = { id: 'u', username: 'antje' };
export const lukas = { id: 'c2b1a9a0-0000-4000-8000-000000000002', username: 'lukas.weber' };
