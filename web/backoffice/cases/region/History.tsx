import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import type { User } from '#domain/accounts/user';
import { type CaseEvent, type MessageDelivery, newNote } from '#domain/cases/staff';
import { check } from '#domain/fields';
import { formatInstant } from '#domain/format';
import { phoneHref } from '#domain/hrefs';
import { api, href } from '#domain/urls';
import { request } from '../../../api';
import { linkClass, SmallButton } from '../../../ui/button';
import { TextAreaField } from '../../../ui/fields';
import { Badge, type BadgeTone } from '../../../ui/notices';
import { ActionButton } from '../../buttons';
import { changing, loadFailure, queryOf } from '../../calls';
import { FormDialog } from '../../form/FormDialog';
import { useBegun } from '../../form/form';
import { LoadFailed } from '../../Page';
import { deedOf, furtherDeedsOf, leftOut, nameOf, subjectOf } from './sentences';

type Props = { id: string; user: User | undefined; phone: string };

const noteDraft = (id: string) => `note ${id}`;

export function History({ id, user, phone }: Props) {
  const [noting, setNoting] = useState(false);
  const begun = useBegun(noteDraft(id)) && !noting;
  const query = useQuery({
    ...queryOf<CaseEvent[]>(href(api.caseHistory, { id })),
    ...changing,
    // until it is known what became of a message
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 10_000 : false),
  });
  const { data, error, refetch } = query;
  return (
    <div className="flex flex-col lg:absolute lg:inset-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3 sm:px-6">
        <h3 id="verlauf" className="text-lg text-green-900">
          Verlauf
        </h3>
        <span className="flex items-center gap-4">
          <Call phone={phone} />
          <SmallButton onClick={() => setNoting(true)}>Notiz hinzufügen</SmallButton>
        </span>
        <p role="status" className="w-full text-sm font-semibold text-saddle-800 empty:sr-only">
          {begun ? 'Ihre angefangene Notiz ist noch nicht gespeichert.' : null}
        </p>
      </div>
      <section
        aria-labelledby="verlauf"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        tabIndex={0}
        className="min-h-0 grow px-4 pb-4 sm:px-6 lg:overflow-y-auto lg:rounded-br-card focus-visible:-outline-offset-3"
      >
        {error ? (
          <div className="mb-3">
            <LoadFailed onRetry={() => void refetch()}>{loadFailure('des Verlaufs', error)}</LoadFailed>
          </div>
        ) : null}
        {data ? <Entries id={id} events={data} user={user} /> : null}
        {data || error ? null : <Loading />}
      </section>
      <NoteDialog id={id} open={noting} onClose={() => setNoting(false)} />
    </div>
  );
}

function Call({ phone }: { phone: string }) {
  const to = phoneHref(phone);
  return to ? (
    <a href={to} title={phone} className={`font-semibold ${linkClass}`}>
      Anrufen
    </a>
  ) : null;
}

const isUnderWay = ({ message }: CaseEvent) => message?.delivery === 'pending';

function Loading() {
  return (
    <div role="status">
      <p className="sr-only">Verlauf wird geladen...</p>
      <div aria-hidden="true" className="animate-pulse space-y-4">
        {['w-3/4', 'w-2/3', 'w-4/5'].map((width) => (
          <div key={width} className={`h-4 rounded-full bg-paper-deep ${width}`} />
        ))}
      </div>
    </div>
  );
}

function NoteDialog({ id, ...shown }: { id: string; open: boolean; onClose: () => void }) {
  return (
    <FormDialog
      {...shown}
      draft={noteDraft(id)}
      title="Für das Team festhalten"
      note="Die antragstellende Person liest es nicht."
      initial={{ text: '' }}
      check={(typed, noteId) => check(newNote, { ...typed, id: noteId })}
      call={(given) => request<unknown>('POST', href(api.caseNotes, { id }), given)}
      success="Die Notiz ist gespeichert."
      failure="Die Notiz konnte nicht gespeichert werden."
      fields={({ control }) => <TextAreaField label="Notiz" rows={6} aria-required {...control('text')} />}
    />
  );
}

/** More only on request: on a phone the tabs below would be far away. */
const shownFirst = 10;

function Entries({ id, events, user }: Omit<Props, 'phone'> & { events: readonly CaseEvent[] }) {
  const [all, setAll] = useState(false);
  if (events.length === 0) return <p className="text-ink-soft">Noch ist nichts geschehen.</p>;
  const shown = all ? events : events.slice(0, shownFirst);
  return (
    <>
      <ol className="space-y-4 border-l-2 border-line pl-4">
        {shown.map((event) => (
          <HistoryEntry key={event.id} id={id} event={event} user={user} />
        ))}
      </ol>
      {shown.length < events.length ? (
        <SmallButton
          look="quiet"
          className="mt-3 -ml-3"
          onClick={(event) => {
            setAll(true);
            focusHistory(event);
          }}
        >
          {`Ältere Einträge zeigen (${events.length - shown.length})`}
        </SmallButton>
      ) : null}
    </>
  );
}

/** For a button that goes away. */
const focusHistory = ({ currentTarget }: MouseEvent) =>
  currentTarget.closest('section')?.focus({ preventScroll: true });

function HistoryEntry({ id, event, user }: Omit<Props, 'phone'> & { event: CaseEvent }) {
  const { at, kind, text, message } = event;
  const name = nameOf(event);
  const subject = subjectOf(event);
  const further = furtherDeedsOf(event);
  const mayRemove = user?.role === 'admin' || user?.username === event.actor;
  return (
    <li className="relative before:absolute before:top-2 before:-left-[1.3125rem] before:size-2 before:rounded-full before:bg-saddle-600">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <time dateTime={at} className="text-sm text-ink-soft tabular-nums">
          {formatInstant(at)}
        </time>
        {kind === 'note' && text !== null && mayRemove ? <RemoveNote id={id} noteId={event.id} /> : null}
      </div>
      {name === null ? (
        <p className="wrap-anywhere">
          <span className={subject === null ? 'text-ink-soft' : 'font-semibold'}>
            {subject ?? 'Das Programm'}
          </span>
          <span>{` hat ${deedOf(event)}${kind === 'note' && text !== null ? ':' : '.'}`}</span>
        </p>
      ) : (
        <p className={`font-semibold ${kind === 'undeliverable' ? 'text-danger' : ''}`}>{name}</p>
      )}
      {further.length > 0 ? (
        <p className="text-sm wrap-anywhere text-ink-soft">{`Dabei auch: ${further.join('; ')}.`}</p>
      ) : null}
      {text === null ? null : <Words look={looks[kind]} isReason={name === null} text={text} />}
      {event.attachments ? <p className="mt-1 text-sm text-ink-soft">{leftOut(event.attachments)}</p> : null}
      {message ? <Message message={message} /> : null}
    </li>
  );
}

function RemoveNote({ id, noteId }: { id: string; noteId: string }) {
  return (
    <ActionButton
      label="Notiz entfernen"
      busyLabel="Wird entfernt..."
      question="Möchten Sie diese Notiz wirklich entfernen? Ihr Text lässt sich nicht wiederherstellen."
      look="quiet"
      className="-my-1.5 -mr-3"
      call={() => request<unknown>('DELETE', href(api.caseNote, { id, noteId }))}
      success="Die Notiz ist entfernt."
      failure="Die Notiz konnte nicht entfernt werden."
    />
  );
}

const looks: Partial<Record<CaseEvent['kind'], string>> = {
  note: 'rounded-control bg-white px-3 py-2 border border-line',
  answer: 'rounded-control bg-green-50 px-3 py-2 border border-green-200',
};

function Words({ look = '', isReason, text }: { look?: string; isReason: boolean; text: string }) {
  return (
    <div className={`mt-1 ${look}`}>
      {isReason && look === '' ? <span className="text-ink-soft">Grund: </span> : null}
      <LongText>{text}</LongText>
    </div>
  );
}

const deliveries: Record<MessageDelivery, { label: string; tone: BadgeTone }> = {
  pending: { label: 'wartet', tone: 'waiting' },
  sent: { label: 'gesendet', tone: 'positive' },
  failed: { label: 'fehlgeschlagen', tone: 'negative' },
  bounced: { label: 'kam zurück', tone: 'negative' },
};

function Message({ message: { subject, body, delivery } }: { message: NonNullable<CaseEvent['message']> }) {
  return (
    <div className="mt-1 rounded-control border border-line bg-white px-3 py-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{subject}</span>
        {delivery ? <Badge tone={deliveries[delivery].tone}>{deliveries[delivery].label}</Badge> : null}
      </p>
      <LongText>{body}</LongText>
    </div>
  );
}

const short = 280;

function LongText({ children: text }: { children: string }) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > short + 80;
  return (
    <>
      <span className="whitespace-pre-line wrap-anywhere">{cut ? `${text.slice(0, short)}… ` : text}</span>
      {cut ? (
        <button
          type="button"
          className={`font-semibold ${linkClass}`}
          onClick={(event) => {
            setWhole(true);
            focusHistory(event);
          }}
        >
          Ganzen Text zeigen
        </button>
      ) : null}
    </>
  );
}
