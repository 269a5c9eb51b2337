/** What is stored about the person of an application, for staff who answer a request by phone or letter (Art. 15 DSGVO). */
import { loadApplication } from '#db/applications/find';
import { findPreparationOf } from '#db/preparations';
import type { Context } from '../../../context';
import { refusals } from '../../../refusal';
import { type OwnData, readStored } from '../../privacy/own-data';

/** What the link to their data shows, and what that leaves out. @throws Refusal */
export async function disclose(context: Context, id: string): Promise<OwnData> {
  const loaded = await loadApplication(context.db.read, null, id);
  if (!loaded) throw refusals.unknownApplication();
  const { 'contact-data': contact, 'policyholder-info': policyholder } = loaded.sets;
  const person = contact ?? policyholder ?? (await findPreparationOf(context.db.read, id));
  if (!person) throw refusals.withoutAddress();
  return await readStored(context, person.email);
}
