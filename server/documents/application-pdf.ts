/** The PDF of an application: attached to the applicant's confirmation, downloaded or printed by staff. */
import type { Copy } from './content';

/** A tagged PDF in German. The same copy of the same application always has the same bytes. */
export async function applicationPdf(copy: Copy): Promise<Uint8Array> {
  // loaded on demand, because pdfkit and its fonts are large
  const { drawApplication } = await import('./application-pages');
  return await drawApplication(copy);
}
