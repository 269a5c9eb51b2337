import type { Transaction } from '#db/client';
import { addEvidence } from '#db/evidence';
import { sha256Of } from '#db/hash';
import { candidatesByNumber, candidatesByPerson } from '#db/withdrawals/candidates';
import {
  addWithdrawal,
  findSameWithdrawal,
  findWithdrawalByToken,
  setTokenHash,
  type WithdrawalRecord,
} from '#db/withdrawals/withdrawals';
import { linkMs } from '#domain/access-links';
import { type Matched, matchOf, numberIn } from '#domain/law/withdrawal-matching';
import type { Declaration, Receipt, WithdrawalRequest } from '#domain/law/withdrawals';
import { folded } from '#domain/text/folding';
import { dayMs, isoOf } from '#domain/time';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import { inEvenTime } from '../../http/even';
import { isToken, receiptToken } from '../../keyed-hash';

/** So long the same declaration is the same withdrawal. */
const sameMs = dayMs;

/** `repeated`: the same declaration was received before, at `receivedAt`. The token opens the confirmation. */
export type Declared = { id: string; receivedAt: string; repeated: boolean; token: string };

/** Takes the same time whether an application matches or not, except in load tests, which switch off all limits. */
export async function declareWithdrawal(
  context: Context,
  request: WithdrawalRequest,
  network: string,
): Promise<Declared> {
  const declaration = { name: request.name, email: request.email, contract: request.contract || null };
  const store = () =>
    perform(
      context,
      null,
      async (deed) =>
        (await repeat(context, deed, declaration)) ?? (await declare(context, deed, declaration, network)),
    );
  return await inEvenTime(context, store);
}

/** The confirmation with this token; null if there is none, or not any more. */
export async function readReceipt({ db, now }: Context, token: string): Promise<Receipt | null> {
  if (!isToken(token)) return null;
  const after = now() - linkMs('withdrawal');
  const found = await findWithdrawalByToken(db.fresh, tokenHashOf(token), after);
  return found && receiptOf(found);
}

export function receiptOf({ id, receivedAt, name, email, contract }: WithdrawalRecord): Receipt {
  return { id, receivedAt: isoOf(receivedAt), name, email, contract };
}

async function repeat(
  { config }: Context,
  { tx, at }: Deed,
  declaration: Declaration,
): Promise<Declared | null> {
  const span = { since: at - sameMs, now: at };
  const same = await findSameWithdrawal(tx, contentHashOf(declaration), span);
  if (!same) return null;
  const { id, receivedAt } = receiptOf(same);
  const token = receiptToken(config, id);
  const tokenHash = tokenHashOf(token);
  // the secret was changed since
  if (tokenHash !== same.tokenHash) await setTokenHash(tx, id, tokenHash);
  return { id, receivedAt, repeated: true, token };
}

async function declare(
  { config, cipher, wordings }: Context,
  { tx, at, mail }: Deed,
  declaration: Declaration,
  network: string,
): Promise<Declared> {
  const id = crypto.randomUUID();
  const token = receiptToken(config, id);
  const matched = await findMatch(tx, declaration);
  await addWithdrawal(tx, {
    ...declaration,
    ...matched,
    id,
    receivedAt: at,
    contentHash: contentHashOf(declaration),
    tokenHash: tokenHashOf(token),
  });
  const { applicationId } = matched;
  const { email } = declaration;
  const wordingSha256 = wordings.hashes.withdrawal;
  await addEvidence(tx, cipher, [
    { kind: 'withdrawal', way: 'page', at, applicationId, email, wordingSha256 },
  ]);
  await mail('withdrawal_received', { withdrawalId: id }, { network });
  if (applicationId !== null)
    await mail('withdrawal_matched', { withdrawalId: id, applicationId }, { network });
  return { id, receivedAt: isoOf(at), repeated: false, token };
}

async function findMatch(tx: Transaction, declaration: Declaration): Promise<Matched> {
  const numbered = await candidatesByNumber(tx, numberIn(declaration.contract));
  const likely = await candidatesByPerson(tx, declaration);
  return matchOf(declaration, numbered, likely);
}

/** The same for declarations that differ only in case, width or blanks. */
function contentHashOf({ name, email, contract }: Declaration): string {
  return sha256Of(JSON.stringify([name, email, contract ?? ''].map(folded)));
}

function tokenHashOf(token: string): string {
  return sha256Of(token, 'base64url');
}
