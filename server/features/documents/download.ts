import { wasDownloaded } from '#db/applications/deliveries';
import { findApplication, findSet } from '#db/applications/find';
import { addEvidence } from '#db/evidence';
import type { Context } from '../../context';
import { authorOf } from '../../http/author';
import { traceOf } from '../../log';

type Download = { applicationId: string; sha256: string };

/** Only for the browser of the author. Never rejects: the visitor gets the document even if nothing can be stored. */
export async function recordDownload(
  context: Context,
  request: Request,
  { applicationId, sha256 }: Download,
): Promise<void> {
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
      await addEvidence(tx, cipher, [
        {
          kind: 'document_delivered',
          way: 'download',
          at: now(),
          applicationId,
          documentSha256: sha256,
          email: contact?.email,
        },
      ]);
    });
  } catch (error) {
    log('error', 'download not recorded', traceOf(error));
  }
}
