import { Page } from '../Page';

export function DetailsPage() {
  return <Page title="Antrag">{null}</Page>;
}
