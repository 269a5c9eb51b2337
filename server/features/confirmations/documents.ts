import { findLastOffer } from '#db/applications/deliveries';
import type { Reader } from '#db/client';
import type { ConfirmationView } from '#domain/cases/confirmation';
import { documentKinds, documentLabels } from '#domain/document-kinds';
import { href, pages } from '#domain/urls';
import type { Context } from '../../context';

/** Those of the mail: what was offered last, or those in force if nothing was. */
export async function documentsOf(
  { documents }: Pick<Context, 'documents'>,
  reader: Reader,
  applicationId: string,
): Promise<ConfirmationView['documents']> {
  const set = (await findLastOffer(reader, applicationId))?.documents ?? (await documents.currentSet());
  return documentKinds.map((kind) => ({
    kind,
    label: documentLabels[kind],
    url: href(pages.documentFile, { kind, file: `${set[kind]}.pdf` }),
  }));
}
