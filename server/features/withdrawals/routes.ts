/** The withdrawal: its form and its confirmation, and `POST /api/withdrawals`, as JSON or by the plain HTML form. */
import { Elysia, type Context as ElysiaContext } from 'elysia';
import { berlinDay } from '#domain/dates';
import { check } from '#domain/fields';
import {
  receiptName,
  type WithdrawalEntries,
  withdrawalNotices,
  withdrawalRequest,
} from '#domain/law/withdrawals';
import { api, href, pages } from '#domain/urls';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { isForm, readCounted, textIn } from '../../http/body';
import { formRefusals } from '../../http/form-refusal';
import { clientAddress, type RateLimit, rateLimit } from '../../http/rate-limit';
import { Refusal, refusals } from '../../http/refusal';
import { createWithdrawalPages, type WithdrawalPages, withdrawalHeaders } from './pages';
import { type Declared, declareWithdrawal, readReceipt, receiptDays } from './service';

const minute = 60_000;
const day = 24 * 60 * minute;
const blank: WithdrawalEntries = { name: '', email: '', contract: '' };

// the handler checks the body, because a form gets a page instead of JSON: so the API docs need the schema here
const requestBody = { required: true, content: { 'application/json': { schema: { ...withdrawalRequest } } } };

/** No response tells whether a person or a number is known. */
export function withdrawalRoutes(context: Context, assets: Assets, writes: RateLimit) {
  const show = createWithdrawalPages(context, assets);
  const { accept, acceptForm, refusalOf } = createAcceptance(context, show, writes);
  const addressOf = ({ request, server }: Pick<ElysiaContext, 'request' | 'server'>) =>
    clientAddress(request, server, context.config.trustProxy);
  return new Elysia({ name: 'withdrawals' })
    .onParse(async ({ request, path, server, set }) => {
      // before anything can be refused
      Object.assign(set.headers, withdrawalHeaders);
      const reading = readCounted(request, path, () => writes.hit(addressOf({ request, server })));
      return await reading.catch((error: unknown) => {
        const refusal = refusalOf(error, request);
        if (isForm(request)) return refusal;
        throw refusal;
      });
    })
    .use(receiptRoutes(context, show))
    .get(
      pages.withdrawal,
      ({ request }) => {
        const contract = numberOf(new URL(request.url).searchParams.get('antrag') ?? '');
        return show.form(request, { ...blank, contract });
      },
      { detail: { hide: true } },
    )
    .post(
      api.withdrawals,
      async ({ body, request, server, set }) => {
        const address = addressOf({ request, server });
        if (isForm(request)) return await acceptForm(request, body, address);
        const { id, receivedAt, repeated } = await accept(body, address).catch((error: unknown) => {
          throw refusalOf(error, request);
        });
        set.status = repeated ? 200 : 201;
        return { id, receivedAt };
      },
      { detail: { tags: ['Widerruf'], summary: 'Einen Vertrag widerrufen', requestBody } },
    );
}

function createAcceptance(context: Context, show: WithdrawalPages, writes: RateLimit) {
  const refusalOf = formRefusals(context, withdrawalNotices, 'withdrawal_not_stored');
  // counts valid declarations only, so that a visitor may mistype several times
  const declarations = rateLimit(context, { name: 'withdrawal', limit: 5, windowMs: minute });

  async function accept(body: unknown, address: string): Promise<Declared> {
    const checked = check(withdrawalRequest, body);
    if (!checked.ok) throw refusals.invalid(checked.errors);
    await declarations.hit(address);
    return await declareWithdrawal(context, checked.value);
  }

  /** @param body the fields, or why they could not be read */
  async function acceptForm(request: Request, body: unknown, address: string): Promise<Response> {
    const entries = body instanceof Refusal ? blank : entriesOf(body);
    try {
      if (body instanceof Refusal) throw body;
      await writes.hit(address);
      const { token } = await accept(entries, address);
      const location = href(pages.withdrawalReceipt, { token });
      return new Response(null, { status: 303, headers: { ...withdrawalHeaders, location } });
    } catch (error) {
      return await refuseForm(show, request, entries, refusalOf(error, request));
    }
  }

  return { accept, acceptForm, refusalOf };
}

/** The confirmation as a page and as a PDF. Reading it changes nothing. */
function receiptRoutes(context: Context, show: WithdrawalPages) {
  const read = async (token: string) => {
    const receipt = await readReceipt(context, token);
    if (!receipt) throw refusals.notFound();
    return receipt;
  };
  return new Elysia({ name: 'withdrawal-receipts', detail: { hide: true } })
    .onTransform(({ set }) => {
      // also of the page that says that there is none
      Object.assign(set.headers, withdrawalHeaders);
    })
    .get(pages.withdrawalReceipt, async ({ params, request }) => {
      const receipt = await read(params.token);
      const until = berlinDay(new Date(Date.parse(receipt.receivedAt) + receiptDays * day));
      return await show.receipt(request, receipt, href(pages.withdrawalDocument, params), until);
    })
    .get(pages.withdrawalDocument, async ({ params }) => {
      const receipt = await read(params.token);
      const content = await context.draw({ receipt, operator: context.operator });
      return new Response(content, {
        headers: {
          ...withdrawalHeaders,
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${receiptName(receipt.id)}"`,
        },
      });
    });
}

async function refuseForm(
  show: WithdrawalPages,
  request: Request,
  entries: WithdrawalEntries,
  { status, headers, body }: Refusal,
): Promise<Response> {
  const { errors = [], message } = body;
  // the messages at the fields say more than the one about all of them
  const notice = errors.length > 0 ? null : message;
  const page = await show.refused(request, entries, { status, errors, notice });
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value);
  return page;
}

function entriesOf(body: unknown): WithdrawalEntries {
  return {
    name: textIn(body, 'name'),
    email: textIn(body, 'email'),
    contract: textIn(body, 'contract'),
  };
}

/** The number in a link; anything that is no number is left out. */
function numberOf(given: string): string {
  return /^[A-Za-z0-9-]{1,40}$/.test(given) ? given : '';
}
