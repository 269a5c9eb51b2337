import { Link } from '@tanstack/react-router';
import PhoneCall from 'lucide-react/icons/phone-call';
import { useMemo } from 'react';
import { type CallbackRow, callOutcomeLabels, newCall, wrongNextCall } from '#domain/callbacks/calls';
import { berlinInstant } from '#domain/clock';
import { isDay } from '#domain/dates';
import { check, tidied } from '#domain/fields';
import { formatInstant } from '#domain/format';
import { isoOf } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { request } from '../../api';
import { buttonClass } from '../../ui/button';
import { CheckboxField, FieldError, optionsOf, TextAreaField, TextField } from '../../ui/fields';
import { Badge } from '../../ui/notices';
import { ActionButton, DeleteButton, MoreActions } from '../buttons';
import { FormDialogButton } from '../form/FormDialog';
import { RadioTile } from '../form/form';
import { type List, listScreen, NoRows, sortingOf, Tools } from '../ListPage';
import { NoCalls, PreparationBadge, Standing } from '../progress';
import { EmailText, LongText, Moment, Name, PhoneText, Text } from '../table/cells';
import { sourcesOf, Toolbar } from '../table/frame';
import { acts, type Column, column, Table, useRows } from '../table/Table';
import { callbacksSearch, findCallbacks, stateLabels, stateOf, summaryOf } from './rows';

const title = 'Rückruf-Anfragen';

export const screen = listScreen({
  path: pages.backofficeCallbacks,
  title: 'Rückrufe',
  heading: title,
  icon: PhoneCall,
  what: 'der Rückruf-Anfragen',
  list: api.staffCallbacks,
  search: callbacksSearch,
  filters: [
    { name: 'status', label: 'Nach Status filtern', all: 'Alle Status', options: optionsOf(stateLabels) },
  ],
  note: (callbacks: CallbackRow[]) => summaryOf(callbacks),
  show: (callbacks, list) => <CallbackList callbacks={callbacks} list={list} />,
});

type Props = { callbacks: readonly CallbackRow[]; list: List<ReturnType<typeof callbacksSearch>> };

function CallbackList({ callbacks, list }: Props) {
  const { q = '', status, source } = list.state;
  const found = useMemo(
    () => findCallbacks(callbacks, { q, status, source }),
    [callbacks, q, status, source],
  );
  const sources = useMemo(() => sourcesOf(callbacks.map((callback) => callback.source)), [callbacks]);
  const sorting = sortingOf(list);
  const rows = useRows({ rows: found, columns, sorting });
  const filtered = q !== '' || status !== undefined || source !== undefined;
  return (
    <>
      <Toolbar count={filtered ? `${rows.length} von ${callbacks.length}` : null}>
        <Tools
          {...list}
          find={{ label: 'Rückruf-Anfragen durchsuchen', placeholder: 'Name, Telefon oder E-Mail suchen...' }}
          sources={sources}
        />
      </Toolbar>
      <Table
        label={title}
        columns={columns}
        rows={rows}
        sorting={sorting}
        empty={<NoRows {...list} title="Keine Rückruf-Anfragen gefunden" />}
      />
    </>
  );
}

const columns: Column<CallbackRow>[] = [
  {
    id: 'name',
    header: 'Kontakt',
    sortValue: ({ name }) => name,
    cell: ({ id, name, source }) => (
      <>
        <Name id={`kontakt-${id}`}>{name}</Name>
        <span className="block text-sm wrap-anywhere text-ink-soft">{`Quelle: ${source}`}</span>
      </>
    ),
    className: 'xl:min-w-28',
  },
  {
    id: 'phone',
    header: 'Telefon',
    sortValue: ({ phone }) => phone,
    cell: (callback) => <PhoneText {...callback} />,
    className: 'xl:min-w-28 min-[88rem]:min-w-34',
  },
  column('E-Mail', ({ email }) => <EmailText linked email={email} />, 'xl:min-w-36'),
  {
    header: 'Nachricht',
    cell: ({ message }) => (message ? <LongText text={message} /> : <span>-</span>),
    className: 'xl:min-w-32 xl:text-sm',
  },
  column('Wunschzeit', ({ preferredTime }) => <Text>{preferredTime}</Text>, 'xl:min-w-24 xl:text-sm'),
  {
    id: 'processed',
    header: 'Status',
    sortValue: ({ processed }) => Number(processed),
    cell: (callback) => (
      <Standing {...callback} badge={<Badges {...callback} />}>
        <Calls {...callback} />
      </Standing>
    ),
  },
  {
    id: 'createdAt',
    header: 'Erstellt',
    sortValue: ({ createdAt }) => Date.parse(createdAt),
    cell: ({ createdAt }) => <Moment iso={createdAt} />,
  },
  acts((callback) => <Acts {...callback} />, 'xl:min-w-36 min-[88rem]:min-w-56 2xl:min-w-66'),
];

function Badges(callback: CallbackRow) {
  return (
    <>
      <Badge tone={callback.processed ? 'positive' : 'waiting'}>{stateLabels[stateOf(callback)]}</Badge>
      <NoCalls {...callback} />
      {callback.overdue ? <Badge tone="negative">Überfällig</Badge> : null}
      {callback.preparation ? <PreparationBadge state={callback.preparation} /> : null}
    </>
  );
}

function Calls({ attempts, lastOutcome, nextCallAt, processed }: CallbackRow) {
  if (lastOutcome === null) return null;
  const next = nextCallAt && !processed;
  return (
    <span className="mt-1 block text-sm text-ink-soft">
      <span>{`${attempts}× angerufen, zuletzt: ${callOutcomeLabels[lastOutcome]}`}</span>
      {next ? (
        <span className="block">
          Nächster Anruf: <time dateTime={nextCallAt}>{formatInstant(nextCallAt)}</time>
        </span>
      ) : null}
    </span>
  );
}

function Acts({ id, name, phone, processed, noCalls }: CallbackRow) {
  const describedBy = `kontakt-${id}`;
  return (
    <span className="flex flex-wrap gap-2 xl:grid xl:[&>.button]:px-2 2xl:grid-cols-2">
      {noCalls ? null : <CallButton id={id} name={name} phone={phone} />}
      {processed ? null : (
        <ActionButton
          label="Als bearbeitet markieren"
          busyLabel="Wird markiert..."
          describedBy={describedBy}
          call={() => request<CallbackRow>('POST', href(api.processCallback, { id }))}
          success="Rückruf-Anfrage wurde als bearbeitet markiert"
          failure="Failed to process request"
        />
      )}
      <MoreActions describedBy={describedBy}>
        <Link
          to={pages.backofficePreparations}
          search={{ callback: id } as never}
          aria-describedby={describedBy}
          className={buttonClass('secondary', 'small')}
        >
          Antrag vorbereiten
        </Link>
        <DeleteButton
          path={href(api.staffCallback, { id })}
          title="Rückruf-Anfrage löschen?"
          failure="Die Rückruf-Anfrage konnte nicht gelöscht werden"
          describedBy={describedBy}
        >
          <p>
            Die Anfrage von <span>{name}</span> wird mit allen Anrufen und E-Mails endgültig gelöscht. Nur die
            Nachweise bleiben, ohne Namen und Nummer.
          </p>
        </DeleteButton>
      </MoreActions>
    </span>
  );
}

const noCall = { outcome: '', note: '', nextCallAt: '', done: false };

function CallButton({ id, name, phone }: Pick<CallbackRow, 'id' | 'name' | 'phone'>) {
  return (
    <FormDialogButton
      label="Anruf protokollieren"
      describedBy={`kontakt-${id}`}
      draft={`call ${id}`}
      title="Anruf protokollieren"
      note={`${name}, ${phone}`}
      initial={noCall}
      check={checkCall}
      call={(given) => request('POST', href(api.calls, { id }), given)}
      success="Der Anruf ist protokolliert."
      failure="Der Anruf konnte nicht protokolliert werden"
      submit={{ label: 'Speichern' }}
      fields={({ typed, enter, control, box, errorAt }) => (
        <>
          <fieldset>
            <legend className="mb-1.5 font-semibold">Ergebnis</legend>
            <div className="grid gap-2 sm:grid-cols-3">
              {Object.entries(callOutcomeLabels).map(([value, label]) => (
                <RadioTile
                  key={value}
                  name="outcome"
                  value={value}
                  checked={typed.outcome === value}
                  aria-invalid={errorAt('outcome') ? true : undefined}
                  aria-describedby={errorAt('outcome') ? 'ergebnis-fehler' : undefined}
                  onChange={() => enter({ outcome: value })}
                >
                  <span>{label}</span>
                </RadioTile>
              ))}
            </div>
            <FieldError id="ergebnis-fehler" message={errorAt('outcome')} />
          </fieldset>
          <TextAreaField
            label="Notiz"
            hint="Unter „Meine Daten“ nicht sichtbar, aber in jeder Auskunft enthalten, die das Team erteilt."
            {...control('note')}
          />
          <TextField
            label="Nächster Anruf"
            type="datetime-local"
            hint="Deutsche Zeit. Ohne Angabe erinnern wir Sie nach einem vergeblichen Anruf zwei Stunden später; liegt das nicht zwischen 9 und 18 Uhr an einem Arbeitstag, am nächsten Arbeitstag um 9 Uhr."
            {...control('nextCallAt')}
          />
          <CheckboxField label="Anliegen erledigt" {...box('done')} />
        </>
      )}
    />
  );
}

function checkCall({ nextCallAt, note, ...typed }: typeof noCall, id: string) {
  const [day = '', time = ''] = nextCallAt.split('T');
  // a browser lets a year have six digits
  const at = nextCallAt && isDay(day) ? isoOf(berlinInstant(day, time)) : nextCallAt;
  const checked = check(newCall, {
    id,
    ...typed,
    ...(tidied(note) ? { note } : {}),
    ...(at ? { nextCallAt: at } : {}),
  });
  const wrong = checked.ok ? wrongNextCall(checked.value, Date.now()) : null;
  return wrong ? { ok: false as const, errors: [wrong] } : checked;
}
