import { Link } from '@tanstack/react-router';
import { formatInstant } from '#domain/format';
import { shortId } from '#domain/ids';
import type { EvidenceEntry, FoundEvidence } from '#domain/law/evidence';
import { paragraphsOf } from '#domain/law/wordings';
import { href, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { Badge } from '../../ui/notices';

export function countText({ length }: readonly unknown[]): string {
  return length === 1 ? '1 Nachweis' : `${length} Nachweise`;
}

/** Proofs in order of time. Those that were found by an address link to the application that they are about. */
export function Entries({ entries }: { entries: readonly (EvidenceEntry | FoundEvidence)[] }) {
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

/** Neighbours about the same share one link. */
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
