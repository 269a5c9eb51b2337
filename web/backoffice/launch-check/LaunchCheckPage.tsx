import { berlinDay, formatDay } from '#domain/dates';
import { check } from '#domain/fields';
import { formatInstant } from '#domain/format';
import { keysOf } from '#domain/keys';
import { isOpen, type LaunchCheck, type LaunchItem, openItemsText } from '#domain/operator/launch-check';
import { reasonMissing, type SiteStateView, siteStateChange } from '#domain/operator/site-state';
import { pausedSentence, type StateName, stateLabels } from '#domain/site-state';
import { api, pages } from '#domain/urls';
import { request } from '../../api';
import { PasswordField, TextField } from '../../ui/fields';
import { Badge, type BadgeTone } from '../../ui/notices';
import { changing, useLoaded } from '../calls';
import { FormDialogButton } from '../form/FormDialog';
import { listScreen } from '../ListPage';
import { searchOf } from '../screen';
import { CodeField, failing, fieldErrors } from '../second-factor/forms';
import { useCurrentUser } from '../session';

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
    'Bevor die Website online geht, sollte hier nichts mehr offen sein. Angaben aus der Datei operator.toml und aus den Einstellungen des Servers kann nur ändern, wer den Server betreibt. Danach ist ein Neustart nötig.';
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

const tones: Record<StateName, BadgeTone> = { trial: 'waiting', live: 'positive', paused: 'negative' };

const nameId = 'zustand';

function SiteState() {
  const { data, refetch } = useLoaded<SiteStateView>(api.siteState, changing);
  if (!data) return null;
  const { state, since, by, reason, resumeOn } = data;
  const done = () => void refetch();
  return (
    <section
      aria-labelledby={nameId}
      className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-line bg-white p-4 shadow-card sm:p-6"
    >
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-3">
          <span id={nameId} className="font-serif text-xl font-semibold text-green-900">
            Zustand der Website
          </span>
          <Badge tone={tones[state]}>{stateLabels[state]}</Badge>
        </p>
        <p className="mt-2 text-ink-soft">{`Seit ${formatInstant(since)}${by ? `, durch ${by}` : ''}. ${meanings[state]}`}</p>
        {reason ? <p className="mt-2">{`Grund: ${reason}`}</p> : null}
        {resumeOn ? <p>{`Ab ${formatDay(resumeOn)} wieder.`}</p> : null}
      </div>
      <div className="flex flex-wrap gap-3">
        {state === 'live' ? null : <Change to="live" from={state} done={done} />}
        {state === 'trial' ? null : <Change to="paused" from={state} given={data} done={done} />}
      </div>
    </section>
  );
}

const meanings: Record<StateName, string> = {
  trial: 'Alles lässt sich ausprobieren. Anträge werden nicht bearbeitet, und E-Mails gehen nur an Ihr Haus.',
  live: 'Anträge werden angenommen und bearbeitet.',
  paused: 'Neue Anträge werden nicht angenommen. Status, Widerruf und die Arbeit an Vorgängen gehen weiter.',
};

type Way = { label: string; title: string; note: string; success: string };
const ways = {
  'trial live': {
    label: 'Live gehen',
    title: 'Jetzt live gehen?',
    note: 'Alles, was im Probebetrieb entstanden ist, wird endgültig gelöscht: Anträge, Rückrufe, Angebote, Vorgänge, E-Mails und Kennzahlen. Konten, Tarife, Unterlagen und das Protokoll bleiben.',
    success: 'Die Website ist live',
  },
  'live paused': {
    label: 'Annahme pausieren',
    title: 'Annahme neuer Anträge pausieren?',
    note: `Auf der Website steht dann: „${pausedSentence}“, und darunter Ihr Grund.`,
    success: 'Die Annahme ist pausiert',
  },
  'paused paused': {
    label: 'Text ändern',
    title: 'Text der Pause ändern',
    note: 'Die Pause geht weiter, mit neuem Grund und Tag.',
    success: 'Der Text ist geändert',
  },
  'paused live': {
    label: 'Wieder annehmen',
    title: 'Wieder Anträge annehmen?',
    note: 'Die Website nimmt sofort wieder Anträge an, und was gewartet hat, geht hinaus.',
    success: 'Anträge werden wieder angenommen',
  },
} as const satisfies Record<string, Way>;

type ChangeProps = {
  from: StateName;
  to: 'live' | 'paused';
  given?: Pick<SiteStateView, 'reason' | 'resumeOn'>;
  done: () => void;
};

function Change({ from, to, given, done }: ChangeProps) {
  const { secondFactor } = useCurrentUser();
  const { label, ...way } = ways[`${from} ${to}` as keyof typeof ways];
  return (
    <FormDialogButton
      {...way}
      label={label}
      describedBy={nameId}
      look={to === 'live' ? 'primary' : 'secondary'}
      initial={{
        reason: given?.reason ?? '',
        resumeOn: given?.resumeOn ?? '',
        currentPassword: '',
        code: '',
      }}
      check={({ resumeOn, ...typed }) => {
        if (to === 'paused' && !typed.reason.trim())
          return { ok: false, errors: [{ path: 'reason', message: reasonMissing }] };
        const pause = to === 'paused' ? { reason: typed.reason, ...(resumeOn && { resumeOn }) } : {};
        return check(siteStateChange(berlinDay(new Date())), { ...pause, state: to, ...typed });
      }}
      call={(change) => request<SiteStateView>('PUT', api.siteState, change)}
      failure={failing('Der Zustand wurde nicht geändert')}
      fieldErrors={fieldErrors}
      after={(error) => {
        if (!error) done();
      }}
      submit={{ label, busyLabel: 'Einen Moment...' }}
      fields={({ control }) => (
        <>
          {to === 'paused' ? (
            <>
              <TextField
                label="Grund"
                hint="Steht auf der Website, höchstens 200 Zeichen."
                aria-required
                {...control('reason')}
              />
              <TextField label="Wieder ab (freiwillig)" type="date" {...control('resumeOn')} />
            </>
          ) : null}
          <PasswordField
            label="Ihr Passwort"
            autoComplete="current-password"
            aria-required
            {...control('currentPassword')}
          />
          {secondFactor ? <CodeField {...control('code')} /> : null}
        </>
      )}
    />
  );
}
