/** What is stored about the person of an application, for staff who answer a request by phone or letter (Art. 15 DSGVO). */
import { loadApplication } from '#db/applications/find';
import type { OwnData } from '#domain/law/privacy';
import type { Context } from '../../../context';
import { readStored } from '../../privacy/service';

type Disclosure = { kind: 'disclosed'; data: OwnData } | { kind: 'unknown' } | { kind: 'without_email' };

/** What the person gets by the link to their data, and what that leaves out: by the address of the contact, or of the policyholder. */
export async function disclose(context: Context, id: string): Promise<Disclosure> {
  const loaded = await loadApplication(context.db.read, null, id);
  if (!loaded) return { kind: 'unknown' };
  const { 'contact-data': contact, 'policyholder-info': policyholder } = loaded.sets;
  const person = contact ?? policyholder;
  if (!person) return { kind: 'without_email' };
  return { kind: 'disclosed', data: await readStored(context, person.email) };
}
