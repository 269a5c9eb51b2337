import { Page } from '../Page';

export function EmailLogsPage() {
  return <Page title="E-Mail-Log">{null}</Page>;
}
