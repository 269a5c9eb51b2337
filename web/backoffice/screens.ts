/** All screens of the backoffice, and where the sidebar has them. */
import ListChecks from 'lucide-react/icons/list-checks';
import { screen as account } from './account';
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
import type { Screen } from './screen';
import { screen as search } from './search';
import { screen as secondFactor } from './second-factor/SecondFactorPage';
import { screen as tariffs } from './tariffs/TariffsPage';
import { screen as users } from './users/UsersPage';
import { screen as withdrawals } from './withdrawals/WithdrawalsPage';

type Groups = Readonly<Record<string, readonly Screen[]>>;

const checks = [launchCheck, auditLog, proofs, retention];

/** The dashboard, the groups below it by their labels, and what belongs to the account. `checks` are tabs of one page. */
export const sidebar: Record<'home' | 'account' | 'checks', readonly Screen[]> & { groups: Groups } = {
  home: [dashboard],
  groups: {
    Anfragen: [callbacks, preparations, offers],
    Bearbeitung: [applications, cases, returns, withdrawals],
    Verwaltung: [
      ...[emailLogs, users, tariffs, insights],
      { ...launchCheck, title: 'Prüfung', icon: ListChecks, tabs: checks },
    ],
  },
  account: [account, password, secondFactor],
  checks,
};

export const screens: readonly Screen[] = [
  ...[...sidebar.home, ...Object.values(sidebar.groups).flat()],
  ...[...checks, ...sidebar.account, search, details, evidence],
].filter(({ tabs }) => !tabs);
