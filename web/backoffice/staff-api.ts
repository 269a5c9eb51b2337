/** The backoffice's door to the API (spec 7). Each call throws `RequestFailed`, or the network's own error. */

import type { ApplicationDetails, ApplicationRow, ReminderType } from '#domain/backoffice/applications';
import type { AuditPage } from '#domain/backoffice/audit';
import type { Dashboard } from '#domain/backoffice/dashboard';
import type { EmailLogPage, EmailLogSortField, SortDirection } from '#domain/backoffice/mail-log';
import type { NewUser, PasswordChange, User } from '#domain/backoffice/user';
import type { Callback } from '#domain/callback';
import type { EmailType } from '#domain/mails';
import { api, href } from '#domain/urls';
import { request, requestFile } from '../api';

export type EmailLogQuestion = {
  /** From 1. */
  page: number;
  pageSize: number;
  sortField: EmailLogSortField;
  sortDirection: SortDirection;
  type: EmailType | 'all';
};

/** `page` from 1. */
export type AuditQuestion = { page: number; pageSize: number };

type Said = { message: string };

export const staffApi = {
  dashboard: () => request<Dashboard>('GET', api.dashboard),
  applications: () => request<ApplicationRow[]>('GET', api.staffApplications),
  details: (id: string) => request<ApplicationDetails>('GET', href(api.details, { id })),
  document: (id: string) => requestFile(href(api.document, { id })),
  deleteApplication: (id: string) => request<Said>('DELETE', href(api.staffApplication, { id })),
  deleteApplications: (applicationIds: string[]) =>
    request<{ deletedCount: number }>('POST', api.bulkDelete, { applicationIds }),
  remind: (id: string, type: ReminderType) => request<Said>('POST', href(api.resendReminder, { id }), { type }),
  callbacks: () => request<Callback[]>('GET', api.staffCallbacks),
  processCallback: (id: string) => request<Callback>('POST', href(api.processCallback, { id })),
  emailLogs: ({ type, ...question }: EmailLogQuestion) => {
    const query = new URLSearchParams(
      Object.entries(question).map(([name, value]): [string, string] => [name, String(value)]),
    );
    // no filter is said by leaving it out
    if (type !== 'all') query.set('type', type);
    return request<EmailLogPage>('GET', `${api.emailLogs}?${query}`);
  },
  resendMail: (id: string) => request<Said>('POST', href(api.resendMail, { id })),
  resendFailedMails: () => request<{ queued: number }>('POST', api.resendFailedMails),
  users: () => request<User[]>('GET', api.users),
  createUser: (user: NewUser) => request<User>('POST', api.users, user),
  deleteUser: (id: string) => request<Said>('DELETE', href(api.user, { id })),
  endSessions: (id: string) => request<Said>('POST', href(api.endSessions, { id })),
  auditLog: ({ page, pageSize }: AuditQuestion) =>
    request<AuditPage>('GET', `${api.auditLog}?page=${page}&pageSize=${pageSize}`),
  changePassword: (change: PasswordChange) =>
    request<Said & { token: string }>('POST', api.changePassword, change),
};
