import { Page } from '../Page';

export function ApplicationsPage() {
  return <Page title="Anträge">{null}</Page>;
}
