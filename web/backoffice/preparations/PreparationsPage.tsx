import FilePen from 'lucide-react/icons/file-pen';
import { patienceDays } from '#domain/preparations/preparations';
import { pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { BackLink, Page } from '../Page';
import { type Screen, useSearchState } from '../screen';
import { Call } from './Call';
import { listId, PreparedList, preparationsSearch, waiting } from './PreparedList';

function PreparationsPage() {
  const [{ callback }, change] = useSearchState(preparationsSearch);
  return (
    <Page
      title="Antrag vorbereiten"
      before={
        callback ? <BackLink to={pages.backofficeCallbacks} label="Zurück zu den Rückrufen" /> : undefined
      }
      note={
        <a href={`#${listId}`} className={linkClass}>
          <Waiting />
        </a>
      }
    >
      <Call callbackId={callback} onSent={() => change({ callback: undefined }, true)} />
      <PreparedList />
    </Page>
  );
}

function Waiting() {
  const count = waiting.useCount();
  if (!count) return 'Zu den vorbereiteten Anträgen';
  const what = count === 1 ? '1 begonnener Antrag wartet' : `${count} begonnene Anträge warten`;
  return `${what} seit mehr als ${patienceDays} Tagen`;
}

export const screen: Screen = {
  path: pages.backofficePreparations,
  title: 'Vorbereitet',
  icon: FilePen,
  nav: 'main',
  useCount: waiting.useCount,
  countWord: `seit ${patienceDays} Tagen begonnen`,
  search: preparationsSearch,
  component: PreparationsPage,
};
