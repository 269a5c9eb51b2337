import Rocket from 'lucide-react/icons/rocket';
import { keysOf } from '#domain/keys';
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
      note={({ ready, items }) => <Badge>{ready ? readyText(items) : openItemsText(items)}</Badge>}
      forbidden="Die Startprüfung sehen nur Administratoren."
    >
      {({ ready, items }) => (
        <>
          <p className="mb-5 max-w-3xl text-ink-soft">
            {ready
              ? doneText(items)
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

const states = {
  open: { text: 'Offen', tone: 'waiting' },
  unknown: { text: 'Nicht prüfbar', tone: undefined },
  done: { text: 'Erledigt', tone: 'positive' },
} as const;
const order = keysOf(states);

function stateOf({ ok, unknown }: LaunchItem): keyof typeof states {
  if (unknown) return 'unknown';
  return ok ? 'done' : 'open';
}

function openFirst(one: LaunchItem, other: LaunchItem): number {
  return order.indexOf(stateOf(one)) - order.indexOf(stateOf(other));
}

function readyText(items: readonly LaunchItem[]): string {
  return items.some(({ unknown }) => unknown) ? 'Nichts offen' : 'Alles erledigt';
}

function doneText(items: readonly LaunchItem[]): string {
  return items.some(({ unknown }) => unknown)
    ? 'Nichts ist offen, die Website kann online gehen. Was gerade nicht prüfbar ist, hält sie nicht auf: Kein Nameserver hat geantwortet.'
    : 'Alle Punkte sind erledigt. Die Website kann online gehen.';
}

function Item({ item }: { item: LaunchItem }) {
  const state = stateOf(item);
  const { text, tone } = states[state];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-6">
      <span
        className={`min-w-0 grow basis-56 hyphens-auto wrap-anywhere ${state === 'open' ? 'font-semibold' : 'text-ink-soft'}`}
      >
        {item.label}
      </span>
      <Badge tone={tone}>{text}</Badge>
    </li>
  );
}
