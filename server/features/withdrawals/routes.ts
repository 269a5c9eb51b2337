import { Elysia } from 'elysia';
import { linkMs } from '#domain/access-links';
import { berlinDay } from '#domain/dates';
import { tidied } from '#domain/fields';
import { withdrawalNotices } from '#domain/form-notices';
import { receiptName, type WithdrawalEntries, withdrawalRequest } from '#domain/law/withdrawals';
import { api, href, pages } from '#domain/urls';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { textIn } from '../../http/body';
import { callerNetwork } from '../../http/client-address';
import { createPublicForm, type RefusedEntries } from '../../http/forms/public-form';
import { fileHeaders, quietHeaders } from '../../http/headers';
import type { RateLimit } from '../../http/limits/rate-limit';
import type { PdfLimit } from '../../http/limits/read-limits';
import { checkEntries } from '../../http/schema';
import { refusals } from '../../refusal';
import { createWithdrawalPages, type WithdrawalPages } from './pages';
import { type Declared, declareWithdrawal, readReceipt } from './service';

// the handler checks the body, because a form gets a page instead of JSON: so the API docs need the schema here
const requestBody = { required: true, content: { 'application/json': { schema: { ...withdrawalRequest } } } };

/** No response tells whether a person or a number is known. */
export function withdrawalRoutes(context: Context, assets: Assets, writes: RateLimit, pdfs: PdfLimit) {
  const show = createWithdrawalPages(context, assets);
  const form = createPublicForm(context, writes, {
    name: 'withdrawal',
    notices: withdrawalNotices,
    event: 'withdrawal_not_stored',
  });
  return new Elysia({ name: 'withdrawals' })
    .onParse(form.parse)
    .use(receiptRoutes(context, show, pdfs))
    .get(
      pages.withdrawal,
      ({ request }) => {
        const contract = numberOf(new URL(request.url).searchParams.get('antrag') ?? '');
        return show.form(request, { ...entriesOf({}), contract });
      },
      { detail: { hide: true } },
    )
    .get(api.withdrawals, ({ request }) => form.back(request, pages.withdrawal), { detail: { hide: true } })
    .post(
      api.withdrawals,
      async ({ body, request, server, set }) => {
        const network = callerNetwork(context.config, request, server);
        const taken = await form.take({ body, request, server }, stepsOf(context, show, request, network));
        if (taken instanceof Response) return taken;
        const { id, receivedAt, repeated } = taken;
        set.status = repeated ? 200 : 201;
        return { id, receivedAt };
      },
      { detail: { tags: ['Widerruf'], summary: 'Einen Vertrag widerrufen', requestBody } },
    );
}

function stepsOf(context: Context, show: WithdrawalPages, request: Request, network: string) {
  return {
    entriesOf,
    accept: async (given: unknown, count: () => Promise<void>): Promise<Declared> => {
      const checked = checkEntries(withdrawalRequest, given);
      if (!checked.ok) throw refusals.invalid(checked.errors);
      await count();
      return await declareWithdrawal(context, checked.value, network);
    },
    locationOf: ({ token }: Declared) => href(pages.withdrawalReceipt, { token }),
    refuse: (entries: WithdrawalEntries, { status, errors, message }: RefusedEntries) => {
      // the messages at the fields say more than the one about all of them
      const notice = errors.length > 0 ? null : message;
      return show.refused(request, entries, { status, errors, notice });
    },
  };
}

function receiptRoutes(context: Context, show: WithdrawalPages, pdfs: PdfLimit) {
  return new Elysia({ name: 'withdrawal-receipts', detail: { hide: true } })
    .onTransform(({ set }) => {
      // also of the page that says that there is none
      Object.assign(set.headers, quietHeaders);
    })
    .get(pages.withdrawalReceipt, async ({ params, request }) => {
      const receipt = await readReceipt(context, params.token);
      if (!receipt) return await show.invalid(request, 'withdrawal');
      const until = berlinDay(new Date(Date.parse(receipt.receivedAt) + linkMs('withdrawal')));
      return await show.receipt(request, receipt, href(pages.withdrawalDocument, params), until);
    })
    .get(pages.withdrawalDocument, async ({ params, request, server }) => {
      await pdfs({ request, server }, params.token);
      const receipt = await readReceipt(context, params.token);
      if (!receipt) return await show.invalid(request, 'withdrawal');
      const content = await context.draw({ receipt, operator: context.operator }, { signal: request.signal });
      return new Response(content, { headers: { ...quietHeaders, ...fileHeaders(receiptName(receipt.id)) } });
    });
}

function entriesOf(body: unknown): WithdrawalEntries {
  return {
    name: textIn(body, 'name'),
    email: textIn(body, 'email'),
    contract: textIn(body, 'contract'),
  };
}

function numberOf(given: string): string {
  const number = tidied(given);
  return /^[A-Za-z0-9-]{1,40}$/.test(number) ? number : '';
}
