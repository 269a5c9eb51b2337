import { Page } from '../Page';

export function DashboardPage() {
  return <Page title="Dashboard">{null}</Page>;
}
