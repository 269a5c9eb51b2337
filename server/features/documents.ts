import { Elysia } from 'elysia';
import { wasDownloaded } from '#db/applications/deliveries';
import { findApplication, findSet } from '#db/applications/find';
import { addEvidence } from '#db/evidence';
import {
  type DocumentEntry,
  type DocumentKind,
  documentFileName,
  isDocumentKind,
} from '#domain/document-kinds';
import { isUuid } from '#domain/ids';
import { api, applicationParameter, pages } from '#domain/urls';
import type { Context } from '../context';
import { authorOf } from '../http/author';
import { fileHeaders } from '../http/headers';
import { chargePage } from '../http/limits/read-limits';
import { hasCopy } from '../http/requests';
import { traceOf } from '../log';
import { refusals } from '../refusal';

export function documentRoutes(context: Context) {
  return new Elysia({ name: 'documents' })
    .get(
      api.documents,
      async ({ set }): Promise<DocumentEntry[]> => {
        set.headers['cache-control'] = 'no-cache';
        return await context.documents.current();
      },
      { detail: { tags: ['Antrag'], summary: 'Unterlagen, die vor dem Antrag zu lesen sind' } },
    )
    .get(
      pages.document,
      async ({ params, request }) => {
        const entry = (await context.documents.current()).find(({ kind }) => kind === params.kind);
        if (!entry) throw refusals.notFound();
        const applicationId = applicationIn(request);
        const query = applicationId ? `?${applicationParameter}=${applicationId}` : '';
        // another version may be in force after the next start
        return new Response(null, {
          status: 302,
          headers: { location: entry.url + query, 'cache-control': 'no-store' },
        });
      },
      { detail: { hide: true } },
    )
    .get(
      pages.documentFile,
      async ({ params: { kind, file: name }, request }) => {
        const sha256 = /^([0-9a-f]{64})\.pdf$/.exec(name)?.[1];
        if (!sha256 || !isDocumentKind(kind)) throw refusals.notFound();
        const document =
          (await context.documents.fileInForce(kind, sha256)) ??
          (await earlierFile(context, request, kind, sha256));
        if (!document) throw refusals.notFound();
        const applicationId = applicationIn(request);
        const headers = headersOf(kind, sha256, applicationId !== null);
        if (hasCopy(request, headers.etag)) return new Response(null, { status: 304, headers });
        if (applicationId && request.method === 'GET')
          await recordDownload(context, request, applicationId, sha256);
        return new Response(document, { headers });
      },
      { detail: { hide: true } },
    );
}

/** Only few visitors need one, so that it counts like a page. */
function earlierFile({ documents }: Context, request: Request, kind: DocumentKind, sha256: string) {
  chargePage(request);
  return documents.earlierFile(kind, sha256, { signal: request.signal });
}

function applicationIn(request: Request): string | null {
  const id = new URL(request.url).searchParams.get(applicationParameter);
  return id && isUuid(id) ? id.toLowerCase() : null;
}

/** A download by an author is a proof, so a shared cache must not answer it. */
function headersOf(kind: DocumentKind, sha256: string, forAuthor: boolean) {
  return {
    ...fileHeaders(documentFileName(kind)),
    'cache-control': `${forAuthor ? 'private' : 'public'}, max-age=31536000, immutable`,
    'x-content-type-options': 'nosniff',
    etag: `"${sha256}"`,
  };
}

/** Only for the browser of the author. Never rejects: the visitor gets the document even if nothing can be stored. */
async function recordDownload(context: Context, request: Request, applicationId: string, sha256: string) {
  const { db, cipher, log, now } = context;
  const author = authorOf(request, context.config);
  if (!author) return;
  try {
    const application = await findApplication(db.read, applicationId);
    if (application?.authorHash !== author.hash) return;
    // an applicant who looks again takes no lock
    if (await wasDownloaded(db.read, applicationId, sha256)) return;
    const contact = await findSet(db, cipher, applicationId, 'contact-data');
    await db.write(async (tx) => {
      // a proof of an application that was deleted meanwhile would stay for years
      if (!(await findApplication(tx, applicationId))) return;
      if (await wasDownloaded(tx, applicationId, sha256)) return;
      const proof = { kind: 'document_delivered', way: 'download', documentSha256: sha256 } as const;
      await addEvidence(tx, cipher, [{ ...proof, at: now(), applicationId, email: contact?.email }]);
    });
  } catch (error) {
    log('error', 'download not recorded', traceOf(error));
  }
}
