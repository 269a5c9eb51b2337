import { keysOf } from '#domain/keys';
import { isOpen, type LaunchCheck, type LaunchItem, openItemsText } from '#domain/operator/launch-check';
import { api, pages } from '#domain/urls';
import { Badge } from '../../ui/notices';
import { listScreen } from '../ListPage';
import { searchOf } from '../screen';
import { SiteState } from './SiteState';

export const screen = listScreen({
  path: pages.backofficeLaunch,
  title: 'Startprüfung',
  role: 'admin',
  what: 'der Startprüfung',
  list: api.launchCheck,
  search: searchOf({}),
  // the operator changes the answer outside of the browser
  isChanging: true,
  note: ({ ready, items }: LaunchCheck) => {
    const done = hasMore(items) ? 'Nichts offen' : 'Alles erledigt';
    return <Badge>{ready ? done : openItemsText(items)}</Badge>;
  },
  forbidden: 'Die Startprüfung sehen nur Administratoren.',
  show: ({ ready, items }) => (
    <>
      <SiteState />
      <p className="mb-5 max-w-3xl text-ink-soft">{introOf({ ready, items })}</p>
      <ul className="divide-y divide-line rounded-card border border-line bg-white shadow-card">
        {items
          .toSorted((one, other) => place(one) - place(other))
          .map((item) => (
            <Item key={item.key} item={item} />
          ))}
      </ul>
      {items.some(({ key, hint }) => hint && key === 'client_address') && (
        <p className="mt-4 max-w-3xl text-ink-soft">
          Ein Hinweis hält nichts auf. Sind Besucher nicht unterscheidbar, gelten die Grenzen für Anfragen und
          Anmeldungen für alle zusammen: Die Adresse, von der Sie gerade kommen, ist die eines Proxys. Wie
          viele davor stehen, sagt TRUST_PROXY.
        </p>
      )}
      {items.some(({ unknown }) => unknown) && (
        <p className="mt-4 max-w-3xl text-ink-soft">
          Manches ließ sich gerade nicht prüfen, weil kein Nameserver rechtzeitig geantwortet hat. Das hält
          nichts auf.
        </p>
      )}
    </>
  ),
});

const states = {
  open: { text: 'Offen', tone: 'waiting' },
  hint: { text: 'Hinweis', tone: undefined },
  unknown: { text: 'Nicht prüfbar', tone: undefined },
  done: { text: 'Erledigt', tone: 'positive' },
} as const;
const order = keysOf(states);
const place = (item: LaunchItem) => order.indexOf(stateOf(item));

function stateOf(item: LaunchItem): keyof typeof states {
  if (item.unknown) return 'unknown';
  if (item.hint) return 'hint';
  return item.ok ? 'done' : 'open';
}

function introOf({ ready, items }: LaunchCheck): string {
  if (ready) {
    const done = hasMore(items) ? 'Nichts ist offen.' : 'Alle Punkte sind erledigt.';
    return `${done} Die Website kann online gehen.`;
  }
  const intro =
    'Bevor die Website online geht, sollte hier nichts mehr offen sein. Angaben aus der Datei operator.toml und aus der Umgebung des Servers kann nur ändern, wer den Server betreibt. Danach ist ein Neustart nötig.';
  const isMailOpen = items.some((item) => item.key.startsWith('mail_') && isOpen(item));
  return isMailOpen ? `${intro} Einträge im DNS zählen ohne Neustart, sobald sie zu sehen sind.` : intro;
}

function hasMore(items: readonly LaunchItem[]): boolean {
  return items.some(({ ok, unknown }) => !ok || unknown);
}

function Item({ item }: { item: LaunchItem }) {
  const state = stateOf(item);
  const { text, tone } = states[state];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-6">
      <span
        className={`min-w-0 grow basis-52 hyphens-auto wrap-anywhere ${state === 'open' ? 'font-semibold' : 'text-ink-soft'}`}
      >
        {item.label}
      </span>
      <Badge tone={tone}>{text}</Badge>
    </li>
  );
}
