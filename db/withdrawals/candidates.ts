import { desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { emailWord, spelledWords } from '#domain/cases/words';
import type { Candidate, NumberIn } from '#domain/law/withdrawal-matching';
import type { Declaration } from '#domain/law/withdrawals';
import type { Transaction } from '../client';
import { applications, contactData, policyholderInfo } from '../schema/applications';
import { cases, caseWords } from '../schema/desk';

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

/**
 * Applications with the e-mail address of a person, or with two words of their name, as contact or as policyholder. Read
 * from the words of the cases.
 */
export function candidatesByPerson(
  tx: Transaction,
  { name, email }: Pick<Declaration, 'name' | 'email'>,
): Promise<Candidate[]> {
  const { caseNumber, word } = caseWords;
  const byName = spelledWords(name).map((words) => {
    const names = [...new Set(words)].slice(0, mostWords);
    return sql` union select ${caseNumber} from ${caseWords} where is_open in (0, 1) and ${inArray(word, names)}
      group by ${caseNumber} having count(*) >= ${Math.min(names.length, 2)}`;
  });
  return candidatesIn(
    tx,
    sql`select application_id from ${cases} where ${cases.number} in (
      select ${caseNumber} from ${caseWords} where is_open in (0, 1) and ${word} = ${emailWord(email)}
      ${sql.join(byName)})`,
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
