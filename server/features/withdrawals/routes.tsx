import { linkMs } from '#domain/access-links';
import { berlinDay } from '#domain/dates';
import { tidied } from '#domain/fields';
import { withdrawalNotices } from '#domain/form-notices';
import {
  receiptName,
  receivedTitle,
  type WithdrawalEntries,
  withdrawalRequest,
} from '#domain/law/withdrawals';
import { api, href, pages } from '#domain/urls';
import type { Refused } from '#web/site/forms.tsx';
import { WithdrawalPage, WithdrawalReceiptPage } from '#web/site/withdrawals.tsx';
import { callerNetwork } from '../../http/client-address';
import { fields, publicForm, type Site } from '../../pages/public-form';
import { tokenPage } from '../../pages/token-page';
import { declareWithdrawal, readReceipt } from './service';

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
