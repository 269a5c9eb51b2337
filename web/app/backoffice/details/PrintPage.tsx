import { Page } from '../Page';

export function PrintPage() {
  return <Page title="Antrag">{null}</Page>;
}
