/** Every page path, API path and link of the product, once. Server, pages and mails build addresses here. */

/** Pages a person opens. */
export const pages = {
  home: '/',
  calculator: '/calculator',
  privacy: '/datenschutz',
  imprint: '/impressum',
  login: '/login',
  wizard: '/application',
  backoffice: '/backoffice',
  backofficeApplications: '/backoffice/applications',
  application: (id: string) => `/application/${id}`,
  backofficeApplication: (id: string) => `/backoffice/applications/${id}`,
  /** Everything of one application on paper, for the insurer. */
  backofficePrint: (id: string) => `/backoffice/applications/${id}/print`,
  backofficeCallbacks: '/backoffice/callbacks',
  backofficeEmailLogs: '/backoffice/email-logs',
  backofficeUsers: '/backoffice/users',
  backofficePassword: '/backoffice/change-password',
  backofficeAuditLog: '/backoffice/audit-log',
  /** Announced on the dashboard, not there yet (spec 2, "Protected routes"). */
  backofficeSettings: '/backoffice/settings',
  backofficeReports: '/backoffice/reports',
  callback: '/#callback',
  /** Where an applicant asks for no more reminders. */
  stopReminders: <Id extends string>(id: Id) => `/erinnerungen/${id}/abbestellen` as const,
  /** All pieces of the screens, and all mails, to look at; in development only. */
  gallery: '/dev/components',
  mailPreview: '/dev/mails',
  mailPreviewOf: <Kind extends string>(kind: Kind) => `/dev/mails/${kind}` as const,
  /** Success card of the callback form for browsers without JavaScript. */
  callbackSent: (source: string | null) =>
    `/?callback=ok${source ? `&source=${encodeURIComponent(source)}` : ''}#callback`,
} as const;

/** Sections of the landing page that the header menu scrolls to. */
export const anchors = {
  benefits: '/#benefits',
  tariffs: '/#tariffs',
  examples: '/#examples',
  faq: '/#faq',
} as const;

/** Where all calls of the backoffice begin. */
export const backofficeApi = '/api/backoffice';

/** Routes of the HTTP API, as the router names them. */
export const apiRoutes = {
  application: '/api/applications/:id',
  step: '/api/applications/:id/step',
  complete: '/api/applications/:id/complete',
  set: <Key extends string>(key: Key) => `/api/applications/:id/${key}` as const,
  tariffs: '/api/tariffs',
  bank: '/api/banks/:bankCode',
  callbackRequests: '/api/callback-requests',
  login: '/api/auth/login',
  currentUser: '/api/auth/user',
  changePassword: '/api/auth/change-password',
  dashboard: '/api/backoffice/dashboard',
  staffApplications: '/api/backoffice/applications',
  staffApplication: '/api/backoffice/applications/:id',
  bulkDelete: '/api/backoffice/applications/bulk-delete',
  details: '/api/backoffice/applications/:id/details',
  document: '/api/backoffice/applications/:id/document',
  resendReminder: '/api/backoffice/applications/:id/resend-reminder',
  staffCallbacks: '/api/backoffice/callback-requests',
  processCallback: '/api/backoffice/callback-requests/:id/process',
  emailLogs: '/api/backoffice/email-logs',
  resendMail: '/api/backoffice/email-logs/:id/resend',
  resendFailedMails: '/api/backoffice/email-logs/resend-failed',
  users: '/api/backoffice/users',
  user: '/api/backoffice/users/:id',
  endSessions: '/api/backoffice/users/:id/end-sessions',
  auditLog: '/api/backoffice/audit-log',
  health: '/health',
  ready: '/ready',
  docs: '/api/docs',
} as const;

/** Addresses of single things in the HTTP API. */
export const api = {
  application: (id: string) => `/api/applications/${id}`,
  step: (id: string) => `/api/applications/${id}/step`,
  complete: (id: string) => `/api/applications/${id}/complete`,
  set: (id: string, key: string) => `/api/applications/${id}/${key}`,
  tariffs: '/api/tariffs',
  bank: (bankCode: string) => `/api/banks/${bankCode}`,
  callbackRequests: '/api/callback-requests',
  login: '/api/auth/login',
  currentUser: '/api/auth/user',
  changePassword: '/api/auth/change-password',
  dashboard: '/api/backoffice/dashboard',
  staffApplications: '/api/backoffice/applications',
  staffApplication: (id: string) => `/api/backoffice/applications/${id}`,
  bulkDelete: '/api/backoffice/applications/bulk-delete',
  details: (id: string) => `/api/backoffice/applications/${id}/details`,
  document: (id: string) => `/api/backoffice/applications/${id}/document`,
  resendReminder: (id: string) => `/api/backoffice/applications/${id}/resend-reminder`,
  staffCallbacks: '/api/backoffice/callback-requests',
  processCallback: (id: string) => `/api/backoffice/callback-requests/${id}/process`,
  emailLogs: '/api/backoffice/email-logs',
  resendMail: (id: string) => `/api/backoffice/email-logs/${id}/resend`,
  resendFailedMails: '/api/backoffice/email-logs/resend-failed',
  users: '/api/backoffice/users',
  user: (id: string) => `/api/backoffice/users/${id}`,
  endSessions: (id: string) => `/api/backoffice/users/${id}/end-sessions`,
  auditLog: '/api/backoffice/audit-log',
} as const;

/** What an application's PDF is called, as an attachment and as a download. */
export function documentName(id: string): string {
  return `Antrag-${id.slice(0, 8)}.pdf`;
}
