import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { berlinDay, formatDay } from '#domain/dates';
import { documentKinds, documentLabels, type OfferedDocuments } from '#domain/document-kinds';
import { applicationParameter, href, publicPages as pages } from '#domain/urls';
import { pair } from '../form/SetStep';
import { applicationIdAtom } from '../state';
import { documentsQuery } from '../stored';

/** All documents, and whether they have been sent. Without a reply of the server the links work all the same. */
export function DocumentsCard() {
  const id = useAtomValue(applicationIdAtom);
  const { isPending, data } = useQuery(documentsQuery(id));
  return (
    <section
      aria-labelledby="unterlagen"
      className="rounded-control border border-line bg-paper/60 p-4 sm:px-6 sm:py-5"
    >
      <h3 id="unterlagen" className="text-lg text-green-900">
        Ihre Unterlagen
      </h3>
      <p className="mt-1 text-ink-soft wrap-anywhere">{isPending ? '\u00a0' : wayOf(data?.delivery)}</p>
      <ul className={`${pair} mt-4`}>
        {documentKinds.map((kind) => (
          <li key={kind}>
            <a
              // a download by the author is recorded for the application
              href={`${href(pages.document, { kind })}?${applicationParameter}=${id}`}
              className="text-green-800 underline underline-offset-4"
            >
              {documentLabels[kind]}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wayOf(delivery?: OfferedDocuments['delivery']): string {
  if (!delivery?.sentAt)
    return `${delivery?.returned ? 'Unsere E-Mail kam zurück. ' : ''}Bitte laden Sie die Unterlagen jetzt herunter.`;
  return `Per E-Mail gesendet am ${formatDay(berlinDay(new Date(delivery.sentAt)))} an ${delivery.to}`;
}
