import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { check } from '#domain/fields';
import { formatInstant } from '#domain/format';
import { shortId } from '#domain/ids';
import type { EvidenceEntry, FoundEvidence } from '#domain/law/evidence';
import { paragraphsOf } from '#domain/law/wordings';
import { addressRequest } from '#domain/people';
import { toCsv } from '#domain/text/csv';
import { api, href, pages } from '#domain/urls';
import { request } from '../api';
import { Button, linkClass } from '../ui/button';
import { TextField } from '../ui/fields';
import { Badge } from '../ui/notices';
import { changing, saveCsv, useLoaded } from './calls';
import { SubmitButton, useForm } from './form/form';
import { ListPage } from './ListPage';
import { BackLink, Page } from './Page';
import type { Screen } from './screen';
import { Empty } from './table/frame';

function EvidencePage() {
  const { id = '' } = useParams({ strict: false });
  const query = useLoaded<EvidenceEntry[]>(href(api.evidence, { id }), changing);
  return (
    <ListPage
      title="Nachweise"
      before={<BackLink to={href(pages.backofficeApplication, { id })} label="Zurück zum Antrag" />}
      what="der Nachweise"
      query={query}
      note={(entries) => <Badge>{countText(entries)}</Badge>}
    >
      {(entries) =>
        entries.length === 0 ? (
          <Empty
            title="Noch keine Nachweise"
            note="Hier steht, was gezeigt, gesendet und erklärt wurde, mit dem Wortlaut von damals."
          />
        ) : (
          <Entries entries={entries} />
        )
      }
    </ListPage>
  );
}

export const evidence: Screen = { path: pages.backofficeEvidence, component: EvidencePage };

const title = 'Nachweise';

/** Finds what can be proven about a person by their address, which the proofs themselves do not contain. */
function ProofsPage() {
  const [found, setFound] = useState<FoundEvidence[] | null>(null);
  // the one that was searched, which may no longer be the typed one
  const [address, setAddress] = useState('');
  const form = useForm({
    initial: { email: '' },
    check: (typed) => check(addressRequest, typed),
    call: (body) => request<{ entries: FoundEvidence[] }>('POST', api.searchEvidence, body),
    isReading: true,
    failure: 'Die Nachweise konnten nicht gesucht werden.',
    after: (error, { email }, answer) => {
      setFound(error ? null : (answer?.entries ?? null));
      setAddress(email);
    },
  });
  const save = () => saveCsv('nachweise.csv', evidenceCsv(found ?? []));
  return (
    <Page title={title} note={found?.length ? <Badge>{countText(found)}</Badge> : undefined}>
      <p className="mb-5 max-w-3xl text-ink-soft">
        Was einer Person gezeigt und gesendet wurde, was sie erklärt und erlaubt hat, auch wenn ihr Antrag
        gelöscht ist. Die Nachweise enthalten keine Adressen; die eingegebene wird nur verglichen.
      </p>
      <form
        ref={form.ref}
        noValidate
        className="mb-6 flex max-w-4xl flex-wrap items-end gap-3"
        onSubmit={form.onSubmit}
      >
        <div className="min-w-0 grow basis-72">
          <TextField
            label="E-Mail"
            type="email"
            autoComplete="off"
            aria-required
            {...form.control('email')}
          />
        </div>
        <SubmitButton busy={form.busy} busyLabel="Wird gesucht...">
          Suchen
        </SubmitButton>
        {found && found.length > 0 ? (
          <Button look="secondary" onClick={save}>
            CSV-Export
          </Button>
        ) : null}
      </form>
      <p role="status" className="sr-only">
        {found && address ? `${countText(found)} zu ${address}` : ''}
      </p>
      {found?.length === 0 ? (
        <Empty title="Keine Nachweise gefunden" note={`Zu ${address} ist nichts festgehalten.`} />
      ) : null}
      {found && found.length > 0 ? <Entries entries={found} /> : null}
    </Page>
  );
}

export const proofs: Screen = {
  path: pages.backofficeProofs,
  title,
  role: 'admin',
  component: ProofsPage,
};

const headings = ['Zeitpunkt', 'Art', 'Gegenstand', 'Weg', 'Antrag-ID', 'Rückruf-ID', 'Dokument', 'Wortlaut'];

export function evidenceCsv(entries: readonly FoundEvidence[]): string {
  const rows = entries.map(({ at, label, subject, wayLabel, applicationId, callbackId, document, text }) => [
    formatInstant(at),
    label,
    subject ?? '',
    wayLabel,
    applicationId ?? '',
    callbackId ?? '',
    document ? `${document.label}, Version ${document.version}` : '',
    { text: text ?? '' },
  ]);
  return toCsv([headings, ...rows]);
}

function countText({ length }: readonly unknown[]): string {
  return length === 1 ? '1 Nachweis' : `${length} Nachweise`;
}

/** Proofs in order of time. Those that were found by an address link to the application that they are about. */
function Entries({ entries }: { entries: readonly (EvidenceEntry | FoundEvidence)[] }) {
  return (
    <ol aria-label="Nachweise" className="max-w-4xl space-y-4">
      {entries.map((entry, place) => (
        <li key={entry.id} className="rounded-card border border-line bg-white p-4 shadow-card sm:p-6">
          <Entry entry={entry} />
          {'applicationId' in entry && !isSameAs(entry, entries[place - 1]) ? (
            <Subject entry={entry} />
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function isSameAs(entry: FoundEvidence, before: EvidenceEntry | FoundEvidence | undefined): boolean {
  if (!before || !('applicationId' in before)) return false;
  return before.applicationId === entry.applicationId && before.callbackId === entry.callbackId;
}

function Entry({ entry }: { entry: EvidenceEntry }) {
  const { at, label, subject, text, document, wayLabel, mailLabel } = entry;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-ink-soft">
        <time dateTime={at} className="tabular-nums">
          {formatInstant(at)}
        </time>
        <Badge>{wayLabel}</Badge>
      </p>
      <h2 className={`mt-1 text-lg ${entry.kind === 'delivery_failed' ? 'text-danger' : 'text-green-900'}`}>
        {subject ? `${label}: ${subject}` : label}
      </h2>
      {mailLabel ? <p className="text-sm text-ink-soft">{`Mit der E-Mail „${mailLabel}“`}</p> : null}
      {text ? <Wording text={text} /> : null}
      {document ? (
        <p className="mt-2">
          <a href={document.url} target="_blank" rel="noreferrer" className={linkClass}>
            {`${document.label}, Version ${document.version} (PDF)`}
          </a>
        </p>
      ) : null}
    </>
  );
}

/** A callback request has no page of its own. */
function Subject({ entry: { applicationId: id, callbackId } }: { entry: FoundEvidence }) {
  if (callbackId !== null) return <p className="mt-2 text-sm text-ink-soft">Zu einem Rückrufwunsch</p>;
  if (id === null) return null;
  return (
    <p className="mt-2 text-sm">
      <Link to={href(pages.backofficeEvidence, { id })} className={linkClass}>
        {`Alle Nachweise zu Antrag ${shortId(id)}`}
      </Link>
    </p>
  );
}

function Wording({ text }: { text: string }) {
  return (
    <blockquote className="mt-2 space-y-2 border-l-2 border-saddle-300 pl-4 wrap-anywhere">
      {paragraphsOf(text).map((paragraph, place) => (
        <div key={place}>
          <p>{paragraph.text}</p>
          {paragraph.points ? (
            <ul className="mt-1 list-disc space-y-1 pl-5 marker:text-saddle-600">
              {paragraph.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          ) : null}
        </div>
      ))}
    </blockquote>
  );
}
