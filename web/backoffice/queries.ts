/** What the backoffice asks and keeps; a mutation invalidates what it changed. The key's first part is the path. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, href } from '#domain/urls';
import { type AuditQuestion, type EmailLogQuestion, staffApi } from './staff-api';

export const dashboardQuery = queryOptions({ queryKey: [api.dashboard], queryFn: staffApi.dashboard });

export const applicationsQuery = queryOptions({
  queryKey: [api.staffApplications],
  queryFn: staffApi.applications,
});

export const detailsQuery = (id: string) =>
  queryOptions({ queryKey: [href(api.details, { id })], queryFn: () => staffApi.details(id) });

export const callbacksQuery = queryOptions({ queryKey: [api.staffCallbacks], queryFn: staffApi.callbacks });

/** A page of the mail log; the page of before stays in sight while it loads. */
export const emailLogsQuery = (question: EmailLogQuestion) =>
  queryOptions({
    queryKey: [api.emailLogs, question],
    queryFn: () => staffApi.emailLogs(question),
    placeholderData: keepPreviousData,
  });

/** A page of the audit log: asked again whenever it is opened, because every screen adds to it. */
export const auditLogQuery = (question: AuditQuestion) =>
  queryOptions({
    queryKey: [api.auditLog, question],
    queryFn: () => staffApi.auditLog(question),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const usersQuery = queryOptions({ queryKey: [api.users], queryFn: staffApi.users });
