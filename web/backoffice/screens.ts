/** All screens of the backoffice, in the order of the sidebar and of the administrators' area. */
import type { AnyRoute } from '@tanstack/react-router';
import ChartColumn from 'lucide-react/icons/chart-column';
import Settings from 'lucide-react/icons/settings';
import { pages } from '#domain/urls';
import { screen as applications } from './applications/ApplicationsPage';
import { screen as details } from './applications/details/DetailsPage';
import { screen as auditLog } from './audit-log/AuditLogPage';
import { screen as callbacks } from './callbacks/CallbacksPage';
import { screen as cases } from './cases/list/CasesPage';
import { screen as dashboard } from './dashboard/DashboardPage';
import { screen as emailLogs } from './email-logs/EmailLogsPage';
import { evidence, proofs } from './evidence';
import { screen as insights } from './insights/InsightsPage';
import { screen as returns } from './insurer/ReturnsPage';
import { screen as launchCheck } from './launch-check/LaunchCheckPage';
import { screen as offers } from './offers';
import { screen as password } from './password/ChangePasswordPage';
import { screen as preparations } from './preparations/PreparationsPage';
import { screen as retention } from './retention';
import { routesOf, type Screen } from './screen';
import { screen as secondFactor } from './second-factor/SecondFactorPage';
import { screen as tariffs } from './tariffs/TariffsPage';
import { screen as users } from './users/UsersPage';
import { screen as withdrawals } from './withdrawals/WithdrawalsPage';

const note = 'In Vorbereitung';

export const screens: readonly Screen[] = [
  dashboard,
  applications,
  cases,
  returns,
  details,
  evidence,
  callbacks,
  preparations,
  offers,
  withdrawals,
  emailLogs,
  users,
  tariffs,
  { path: pages.backofficeSettings, icon: Settings, card: { title: 'Systemeinstellungen', note } },
  { path: pages.backofficeReports, icon: ChartColumn, card: { title: 'Berichte', note } },
  insights,
  auditLog,
  proofs,
  retention,
  launchCheck,
  password,
  secondFactor,
];

export const routesBelow = (parent: AnyRoute) => routesOf(screens, parent);
