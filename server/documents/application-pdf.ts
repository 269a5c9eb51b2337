/** The application on paper: what the applicant gets with the confirmation, and staff can download or print. */
import type { Copy } from './content';

/** Tagged, German PDF. The same bytes for the same copy of the same application. */
export async function applicationPdf(copy: Copy): Promise<Uint8Array> {
  const { drawApplication } = await import('./application-pages');
  return await drawApplication(copy);
}
