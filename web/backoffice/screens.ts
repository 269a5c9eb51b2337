/** The screens of the backoffice: their titles, and which of them the navigation leads to (spec 2). */
import { pages } from '#domain/urls';

export type Screen = { path: string; title: string };

export const screens = {
  dashboard: { path: pages.backoffice, title: 'Dashboard' },
  applications: { path: pages.backofficeApplications, title: 'Anträge' },
  callbacks: { path: pages.backofficeCallbacks, title: 'Rückrufe' },
  emailLogs: { path: pages.backofficeEmailLogs, title: 'E-Mail-Log' },
  users: { path: pages.backofficeUsers, title: 'Benutzer' },
  auditLog: { path: pages.backofficeAuditLog, title: 'Protokoll' },
  password: { path: pages.backofficePassword, title: 'Password ändern' },
} as const satisfies Record<string, Screen>;

/** Title of the window while nothing more is known than the address. */
export function titleOf(path: string): string {
  const { dashboard, ...others } = screens;
  return (Object.values(others).find((screen) => path.startsWith(screen.path)) ?? dashboard).title;
}
