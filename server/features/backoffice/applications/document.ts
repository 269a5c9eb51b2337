/** The PDF of one application, for staff. */
import { Object as ObjectType, Optional } from 'typebox';
import { loadApplication } from '#db/applications/find';
import { areAllThere } from '#domain/application';
import { check, choice } from '#domain/fields';
import type { Context } from '../../../context';
import { applicationPdf } from '../../../documents/application-pdf';
import { refusals } from '../../../http/refusal';

export type Document = { kind: 'written'; content: Uint8Array } | { kind: 'unknown' } | { kind: 'open' };

const query = ObjectType({ copy: Optional(choice(['staff'], 'Diese Ausfertigung gibt es nicht')) });

/**
 * Whose copy an address asks for: the applicant's, unless it says `copy=staff`.
 * @throws Refusal for any other copy.
 */
export function copyIn({ url }: Request): 'applicant' | 'staff' {
  const asked = check(query, Object.fromEntries(new URL(url).searchParams));
  if (!asked.ok) throw refusals.invalid(asked.errors);
  return asked.value.copy ?? 'applicant';
}

/** Writes a copy of an application; while it is open there is only the one for staff, its data may still change. */
export async function writeDocument(
  { db, cipher, now }: Context,
  id: string,
  copy: 'applicant' | 'staff',
): Promise<Document> {
  const loaded = await loadApplication(db.read, cipher, id);
  if (!loaded) return { kind: 'unknown' };
  const { application, sets } = loaded;
  if (copy === 'applicant' && !(application.completed && areAllThere(sets))) return { kind: 'open' };
  const printedAt = copy === 'staff' ? new Date(now()).toISOString() : undefined;
  return { kind: 'written', content: await applicationPdf({ application, sets, printedAt }) };
}
