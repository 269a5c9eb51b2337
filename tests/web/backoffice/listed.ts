/** A row of each list of the backoffice, as the API returns it. */
import type { SignedInUser } from '#domain/accounts/user';
import type { ApplicationRow } from '#domain/applications/staff';
import type { AuditEntry } from '#domain/audit/actions';
import type { CallbackRow } from '#domain/callbacks/calls';
import type { EvidenceEntry } from '#domain/law/evidence';
import type { Withdrawal } from '#domain/law/staff-withdrawals';
import type { EmailLog } from '#domain/mails/log';
import type { OfferRow } from '#domain/offers';

const createdAt = '2026-11-20T09:00:00.000Z';

export const application: ApplicationRow = {
  id: '5a77e1fe-a000-4000-8000-0000000000ab',
  currentStep: 2,
  completed: false,
  createdAt,
  lastUpdated: '2026-11-20T09:30:00.000Z',
  contactName: 'Márta Großmann',
  email: 'marta@post.example',
  horseName: 'Süße Nele',
};

export const callback: CallbackRow = {
  id: '33333333-3333-4333-8333-333333333333',
  name: 'Gerda von der Heide',
  phone: '0251 4188 22',
  email: 'gerda@post.example',
  preferredTime: 'vormittags',
  message: 'Bitte laut sprechen',
  source: 'website',
  processed: false,
  noCalls: false,
  reply: null,
  createdAt,
  attempts: 0,
  lastOutcome: null,
  lastCallAt: null,
  nextCallAt: null,
  overdue: false,
  undeliverable: false,
  preparation: null,
  keepUntil: null,
};

export const offer: OfferRow = {
  id: '11111111-1111-4111-8111-111111111111',
  number: 'AN-20261127-7KQ4M2XW9C',
  email: 'gerda@post.example',
  tariffType: 'top',
  monthlyPremium: 44.58,
  createdAt: '2026-11-27T08:30:00Z',
  expiresAt: '2026-12-27T22:59:59.999Z',
  state: 'open',
  source: 'messe',
  undeliverable: false,
  reply: null,
};

export const withdrawal: Withdrawal = {
  id: '44444444-4444-4444-8444-444444444444',
  name: 'Eve Fremd',
  email: 'eve@fremd.example',
  contract: 'K-77',
  receivedAt: createdAt,
  applicationId: null,
  match: 'none',
  assignedAt: null,
  outcome: null,
  note: null,
  closedAt: null,
};

export const mail: EmailLog = {
  id: 'm',
  emailType: 'completion',
  recipientEmail: 'gast@post.example',
  subject: 'Ihr Antrag',
  sentAt: createdAt,
  successful: true,
  status: 'sent',
  attempts: 1,
  errorMessage: null,
  bouncedAt: null,
  bounceCode: null,
  applicationId: null,
};

export const user = { id: 'u', username: 'antje', email: null, role: 'admin', createdAt } as SignedInUser;

export const auditEntry = (
  id: number,
  username: string,
  action: string,
  subjectId = '',
  userId = '',
): AuditEntry => ({ id, at: createdAt, userId, username, action, subjectId });

export const proof: EvidenceEntry = {
  id: 'a',
  at: '2026-11-20T09:01:00.000Z',
  kind: 'declaration',
  label: 'Erklärung abgegeben',
  subject: 'Voraussetzungen für das Pferd',
  text: 'Für Ihr Pferd gilt:\n- frei von <b>Fehlbildungen</b>\n- noch ein Punkt\nIch bestätige das.',
  document: null,
  way: 'page',
  wayLabel: 'auf der Seite',
  mailId: null,
};
