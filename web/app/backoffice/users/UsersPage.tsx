import { Page } from '../Page';

export function UsersPage() {
  return <Page title="Benutzerverwaltung">{null}</Page>;
}
