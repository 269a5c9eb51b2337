/** The completed applications that a withdrawal may be about, the latest first. */
import { desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Candidate, NumberIn } from '#domain/law/withdrawal-matching';
import type { Declaration } from '#domain/law/withdrawals';
import type { Transaction } from './client';
import { applications, contactData, policyholderInfo } from './schema';

/** More applications than that say nothing about a person. */
const mostCandidates = 500;

/** Applications whose id, beginning of the id or mandate reference is this number. */
export function candidatesByNumber(tx: Transaction, { id, references }: NumberIn): Promise<Candidate[]> {
  // all ids that begin with the number; without one, none
  const [from, to] = id === null ? ['~', ''] : [id, `${id}~`];
  return candidatesIn(
    tx,
    sql`select id from applications where id >= ${from} and id <= ${to}
      union select application_id from sepa_mandates where mandate_reference in ${references}`,
  );
}

/** Applications with the e-mail address or the last name of a person, as contact or as policyholder. */
export function candidatesByPerson(
  tx: Transaction,
  { name, email }: Pick<Declaration, 'name' | 'email'>,
): Promise<Candidate[]> {
  const isPerson = sql`lower(email) in ${spellings(email)} or lower(last_name) in ${lastNames(name)}`;
  return candidatesIn(
    tx,
    sql`select application_id from contact_data where ${isPerson}
      union select application_id from policyholder_info where ${isPerson}`,
  );
}

async function candidatesIn(tx: Transaction, ids: SQL): Promise<Candidate[]> {
  const rows = await tx
    .select({
      applicationId: applications.id,
      contact: {
        firstName: contactData.firstName,
        lastName: contactData.lastName,
        email: contactData.email,
      },
      policyholder: {
        firstName: policyholderInfo.firstName,
        lastName: policyholderInfo.lastName,
        email: policyholderInfo.email,
      },
    })
    .from(applications)
    .innerJoin(contactData, eq(contactData.applicationId, applications.id))
    .innerJoin(policyholderInfo, eq(policyholderInfo.applicationId, applications.id))
    .where(sql`${applications.id} in (${ids}) and ${isNotNull(applications.completedAt)}`)
    .orderBy(desc(applications.completedAt))
    .limit(mostCandidates);
  return rows.map(({ applicationId, contact, policyholder }) => ({
    applicationId,
    people: [contact, policyholder],
  }));
}

/** Longer names are not searched completely. */
const mostWords = 8;

/** Every beginning and every end of a name may be the last name: `Sommer, Johanna` or `Götz von der Heyde`. */
function lastNames(name: string): string[] {
  const words = name.normalize('NFKC').replaceAll(',', ' ').split(/\s+/).filter(Boolean).slice(0, mostWords);
  const parts = words.slice(1).flatMap((_, index) => [words.slice(0, index + 1), words.slice(index + 1)]);
  return [...new Set(parts.flatMap((part) => spellings(part.join(' '))))];
}

/** SQLite's `lower` knows ASCII only, so other letters are tried small, as capitals, and as capitals of a word. */
function spellings(typed: string): string[] {
  const small = typed.normalize('NFKC').toLowerCase();
  const raise = (letter: string) => letter.toUpperCase();
  const ofWord = small.replace(/(?<!\p{L})\P{ASCII}/gu, raise);
  return [...new Set([small, ofWord, small.replace(/\P{ASCII}/gu, raise)])];
}
