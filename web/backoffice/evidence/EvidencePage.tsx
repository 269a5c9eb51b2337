import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { formatInstant } from '#domain/format';
import type { EvidenceEntry } from '#domain/law/evidence';
import { api, href, pages } from '#domain/urls';
import { Badge } from '../../ui/badge';
import { linkClass } from '../../ui/link';
import { ListPage } from '../ListPage';
import { queryOf } from '../queries';
import type { Screen } from '../screen';
import { Empty } from '../table/Empty';
import { Wording } from './Wording';

/** What can be proven about an application, in order of time. Works for a deleted application too. */
function EvidencePage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    ...queryOf<EvidenceEntry[]>(href(api.evidence, { id })),
    // visitors and mails add proofs at any time
    staleTime: 0,
  });
  return (
    <ListPage
      title="Nachweise"
      before={<BackLink id={id} />}
      failure={(message) => `Fehler beim Laden der Nachweise: ${message}`}
      query={query}
      note={(entries) => <Badge>{entries.length === 1 ? '1 Nachweis' : `${entries.length} Nachweise`}</Badge>}
    >
      {(entries) => <Entries entries={entries} />}
    </ListPage>
  );
}

export const screen: Screen = { path: pages.backofficeEvidence, component: EvidencePage };

function Entries({ entries }: { entries: readonly EvidenceEntry[] }) {
  if (entries.length === 0) {
    return (
      <Empty
        title="Noch keine Nachweise"
        note="Hier steht, was gezeigt, gesendet und erklärt wurde, mit dem Wortlaut von damals."
      />
    );
  }
  return (
    <ol aria-label="Nachweise" className="max-w-4xl space-y-4">
      {entries.map((entry) => (
        <li key={entry.id} className="rounded-card border border-line bg-white p-4 shadow-card sm:p-6">
          <Entry entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ entry: { at, label, subject, text, document, wayLabel } }: { entry: EvidenceEntry }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-ink-soft">
        <time dateTime={at} className="tabular-nums">
          {formatInstant(at)}
        </time>
        <Badge>{wayLabel}</Badge>
      </p>
      <h2 className="mt-1 text-lg text-green-900">{subject ? `${label}: ${subject}` : label}</h2>
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

function BackLink({ id }: { id: string }) {
  return (
    <Link
      to={href(pages.backofficeApplication, { id })}
      className="inline-flex min-h-9 items-center gap-1.5 font-semibold text-green-800 underline decoration-green-200 underline-offset-4 hover:decoration-green-800"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      Zurück zum Antrag
    </Link>
  );
}
