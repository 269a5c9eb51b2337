import Rocket from 'lucide-react/icons/rocket';
import { type LaunchCheck, type LaunchItem, openItemsText } from '#domain/operator/launch-check';
import { api, pages } from '#domain/urls';
import { Badge } from '../../ui/notices';
import { changing, useLoaded } from '../calls';
import { ListPage } from '../ListPage';
import type { Screen } from '../screen';

const title = 'Startprüfung';

function LaunchCheckPage() {
  // the operator changes the answer outside of the browser
  const query = useLoaded<LaunchCheck>(api.launchCheck, changing);
  return (
    <ListPage
      title={title}
      what="der Startprüfung"
      query={query}
      note={({ ready, items }) => <Badge>{ready ? 'Alles erledigt' : openItemsText(items)}</Badge>}
      forbidden="Die Startprüfung sehen nur Administratoren."
    >
      {({ ready, items }) => (
        <>
          <p className="mb-5 max-w-3xl text-ink-soft">
            {ready
              ? 'Alle Punkte sind erledigt. Die Website kann online gehen.'
              : 'Bevor die Website online geht, sollte hier nichts mehr offen sein. Angaben aus der Datei operator.toml und aus der Umgebung des Servers kann nur ändern, wer den Server betreibt. Danach ist ein Neustart nötig.'}
          </p>
          <ul className="divide-y divide-line rounded-card border border-line bg-white shadow-card">
            {items.toSorted(openFirst).map((item) => (
              <Item key={item.key} item={item} />
            ))}
          </ul>
        </>
      )}
    </ListPage>
  );
}

export const screen: Screen = {
  path: pages.backofficeLaunch,
  title,
  icon: Rocket,
  role: 'admin',
  card: { title, note: 'Was noch fehlt' },
  component: LaunchCheckPage,
};

function openFirst(one: LaunchItem, other: LaunchItem): number {
  return Number(one.ok) - Number(other.ok);
}

function Item({ item: { label, ok } }: { item: LaunchItem }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-6">
      <span
        className={`min-w-0 grow basis-56 hyphens-auto wrap-anywhere ${ok ? 'text-ink-soft' : 'font-semibold'}`}
      >
        {label}
      </span>
      <Badge tone={ok ? 'positive' : 'waiting'}>{ok ? 'Erledigt' : 'Offen'}</Badge>
    </li>
  );
}
