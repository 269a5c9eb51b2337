import { addEvidence } from '#db/evidence';
import { sha256Of } from '#db/hash';
import {
  addWithdrawal,
  candidatesByNumber,
  candidatesByPerson,
  findSameWithdrawal,
  findWithdrawalByToken,
  receiptOf,
  setTokenHash,
} from '#db/withdrawals';
import { linkMs } from '#domain/access-links';
import { berlinDay } from '#domain/dates';
import { tidied } from '#domain/fields';
import { withdrawalNotices } from '#domain/form-notices';
import { type Matched, matchOf, numberIn } from '#domain/law/withdrawal-match';
import {
  type Declaration,
  type Receipt,
  receiptName,
  receivedTitle,
  type WithdrawalEntries,
  type WithdrawalRequest,
  withdrawalRequest,
} from '#domain/law/withdrawals';
import { folded } from '#domain/text/folding';
import { dayMs, isoOf } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import type { Refused } from '#web/site/forms.tsx';
import { WithdrawalPage, WithdrawalReceiptPage } from '#web/site/withdrawals.tsx';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import { callerNetwork } from '../../http/client-address';
import { inEvenTime } from '../../http/forms/submission';
import { isToken, receiptToken } from '../../keyed-hash';
import { fields, publicForm, type Site } from '../../pages/public-form';
import { tokenPage } from '../../pages/token-page';

const title = 'Vertrag widerrufen';

/** No response tells whether a person or a number is known. The form reads no database, so that it is always there. */
export function withdrawalRoutes(site: Site) {
  const { context, show } = site;
  const takes = fields(context, () => withdrawalRequest);
  const page = (entries: WithdrawalEntries, refused?: Refused) => (
    <WithdrawalPage operator={context.operator} entries={entries} refused={refused} />
  );
  const form = publicForm({
    form: site.form({ name: 'withdrawal', notices: withdrawalNotices, event: 'withdrawal_not_stored' }),
    path: api.withdrawals,
    back: () => pages.withdrawal,
    docs: { tag: 'Widerruf', summary: 'Einen Vertrag widerrufen' },
    takes,
    act: async ({ input, count, request, server }) => {
      const declared = input();
      await count();
      return await declareWithdrawal(context, declared, callerNetwork(context.config, request, server));
    },
    json: ({ id, receivedAt, repeated }) => [repeated ? 200 : 201, { id, receivedAt }],
    plain: ({ token }) => href(pages.withdrawalReceipt, { token }),
    refuse: ({ request }, entries, { status, ...refused }) =>
      show.typed(request, title, page(entries, refused), status),
  });
  return form.use(receiptPage(site)).get(
    pages.withdrawal,
    ({ request }) => {
      const contract = numberOf(new URL(request.url).searchParams.get('antrag') ?? '');
      return show.respond(request, title, page({ ...takes.shown({}), contract }));
    },
    { detail: { hide: true } },
  );
}

function receiptPage(site: Site) {
  const { context } = site;
  return tokenPage(site, {
    kind: 'withdrawal',
    path: pages.withdrawalReceipt,
    title: receivedTitle,
    read: (token) => readReceipt(context, token),
    show: (receipt, link) => {
      const until = berlinDay(new Date(Date.parse(receipt.receivedAt) + linkMs('withdrawal')));
      const document = href(pages.withdrawalDocument, link);
      return { body: <WithdrawalReceiptPage receipt={receipt} document={document} until={until} /> };
    },
    pdf: {
      path: pages.withdrawalDocument,
      read: async (token) => {
        const receipt = await readReceipt(context, token);
        return receipt && { name: receiptName(receipt.id), drawing: { receipt, operator: context.operator } };
      },
    },
  });
}

function numberOf(given: string): string {
  const number = tidied(given);
  return /^[A-Za-z0-9-]{1,40}$/.test(number) ? number : '';
}

const sameMs = dayMs;

/** `repeated`: the same declaration was received before, at `receivedAt`. The token opens the confirmation. */
type Declared = { id: string; receivedAt: string; repeated: boolean; token: string };

/** Takes the same time whether an application matches or not, except in load tests, which switch off all limits. */
async function declareWithdrawal(context: Context, request: WithdrawalRequest, network: string) {
  const declared = { ...request, contract: request.contract || null };
  const store = async (deed: Deed) =>
    (await repeat(context, deed, declared)) ?? (await declare(context, deed, declared, network));
  return await inEvenTime(context, () => perform(context, null, store));
}

async function readReceipt({ db, now }: Context, token: string): Promise<Receipt | null> {
  if (!isToken(token)) return null;
  const after = now() - linkMs('withdrawal');
  const found = await findWithdrawalByToken(db.fresh, tokenHashOf(token), after);
  return found && receiptOf(found);
}

async function repeat({ config }: Context, { tx, at }: Deed, declaration: Declaration) {
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
  const hashes = { contentHash: contentHashOf(declaration), tokenHash: tokenHashOf(token) };
  await addWithdrawal(tx, { ...declaration, ...matched, ...hashes, id, receivedAt: at });
  const { applicationId } = matched;
  const said = { email: declaration.email, wordingSha256: wordings.hashes.withdrawal };
  await addEvidence(tx, cipher, [{ kind: 'withdrawal', way: 'page', at, applicationId, ...said }]);
  await mail('withdrawal_received', { withdrawalId: id }, { network });
  if (applicationId !== null)
    await mail('withdrawal_matched', { withdrawalId: id, applicationId }, { network });
  return { id, receivedAt: isoOf(at), repeated: false, token };
}

async function findMatch(tx: Deed['tx'], declaration: Declaration): Promise<Matched> {
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
