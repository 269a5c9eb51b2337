import PhoneCall from 'lucide-react/icons/phone-call';
import type { CallbackRow } from '#domain/callbacks/calls';
import { api, pages } from '#domain/urls';
import { useLoaded } from '../calls';
import { ListPage } from '../ListPage';
import type { Screen } from '../screen';
import { CallbackList } from './CallbackList';
import { callbacksSearch, summaryOf } from './rows';

const title = 'Rückruf-Anfragen';

function CallbacksPage() {
  const query = useLoaded<CallbackRow[]>(api.staffCallbacks);
  return (
    <ListPage title={title} what="der Rückruf-Anfragen" query={query} note={summaryOf}>
      {(callbacks) => <CallbackList label={title} callbacks={callbacks} />}
    </ListPage>
  );
}

export const screen: Screen = {
  path: pages.backofficeCallbacks,
  title: 'Rückrufe',
  icon: PhoneCall,
  nav: 'main',
  search: callbacksSearch,
  component: CallbacksPage,
};
