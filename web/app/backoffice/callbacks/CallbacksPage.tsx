import { Page } from '../Page';

export function CallbacksPage() {
  return <Page title="Rückruf-Anfragen">{null}</Page>;
}
