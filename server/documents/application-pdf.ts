/** The application on paper: what the applicant gets with the confirmation, and staff can download. */
import type { Completed } from './content';

/** Tagged, German PDF of a completed application; its IBAN is shortened. The same bytes for the same application. */
export async function applicationPdf(completed: Completed): Promise<Uint8Array> {
  const { drawApplication } = await import('./application-pages');
  return await drawApplication(completed);
}
