import { Elysia } from 'elysia';
import { api, documentName } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { fileHeaders } from '../../../http/headers';
import { uuidOf } from '../../../http/schema';
import { refusals } from '../../../refusal';
import type { Read } from '../readings';
import { showDetails } from './details';
import { copyIn, type Document, writeDocument } from './document';

export function applicationReadingRoutes(context: Context, read: Read) {
  return new Elysia({ name: 'backoffice-application-readings' })
    .use(staffAccess(context))
    .get(
      api.details,
      ({ params, staff }) => {
        const id = uuidOf(params.id);
        return read(
          staff,
          'details_opened',
          () => showDetails(context, id),
          () => [id],
        );
      },
      { role: 'staff' },
    )
    .get(
      api.document,
      async ({ params, request, staff }) => {
        const id = uuidOf(params.id);
        const copy = copyIn(request);
        const idsOf = ({ kind }: Document) => (kind === 'written' ? [id] : []);
        const write = () => writeDocument(context, id, copy, request.signal);
        return download(documentName(id), await read(staff, 'pdf_opened', write, idsOf));
      },
      { role: 'staff' },
    );
}

function download(filename: string, document: Document): Response {
  if (document.kind === 'unknown') throw refusals.unknownApplication();
  if (document.kind === 'open') {
    throw refusals.conflict('Der Antrag ist noch nicht abgeschlossen und hat deshalb noch kein PDF.');
  }
  return new Response(Buffer.from(document.content), {
    headers: { ...fileHeaders(filename), 'cache-control': 'no-store' },
  });
}
