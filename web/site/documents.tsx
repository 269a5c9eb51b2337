import type { DocumentEntry } from '#domain/document-kinds';
import { formatSize } from '#domain/format';
import { href, publicPages as pages } from '#domain/urls';
import { DocumentIcon } from '../illustrations';
import { Badge } from '../ui/notices';
import { SiteShell } from './SiteShell';

/** `size` in bytes. */
type Props = { documents: readonly (DocumentEntry & { size: number })[] };

export function DocumentsPage({ documents }: Props) {
  return (
    <SiteShell>
      <article className="mx-auto max-w-6xl px-4 py-12 sm:px-6 sm:py-20">
        <header className="max-w-2xl">
          <h1 className="text-4xl text-green-900 sm:text-5xl">Unterlagen</h1>
          <p className="mt-5 text-lg text-ink-soft">
            Das sollten Sie kennen, bevor Sie etwas beantragen. Sobald Sie im Antrag einen Tarif gewählt
            haben, schicken wir Ihnen die Unterlagen auch per{' '}
            <span className="whitespace-nowrap">E-Mail</span>.
          </p>
        </header>
        <ul className="mt-10 max-w-3xl space-y-4 sm:mt-14">
          {documents.map((document) => (
            <DocumentRow key={document.kind} {...document} />
          ))}
        </ul>
      </article>
    </SiteShell>
  );
}

function DocumentRow({ kind, label, version, sample, size }: Props['documents'][number]) {
  return (
    <li className="flex gap-3 rounded-card border border-line bg-white p-5 shadow-card sm:gap-6 sm:p-6">
      <DocumentIcon className="size-8 shrink-0 text-saddle-700 sm:size-12" />
      <div className="min-w-0">
        <h2 className="text-base text-green-900 hyphens-auto min-[22.5rem]:text-lg sm:text-xl">
          <a
            href={href(pages.document, { kind })}
            className="underline decoration-green-200 underline-offset-4 hover:decoration-green-800"
          >
            {label}
          </a>
        </h2>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft tabular-nums">
          Version {version} · PDF, {formatSize(size)}
          {sample ? <Badge tone="waiting">Muster</Badge> : null}
        </p>
      </div>
    </li>
  );
}
