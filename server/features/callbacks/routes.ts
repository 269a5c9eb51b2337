import { Elysia, type Context as ElysiaContext } from 'elysia';
import { callbackRequest } from '#domain/callbacks/request';
import { sourceIn } from '#domain/fields';
import { callbackNotices } from '#domain/form-notices';
import { api, pages } from '#domain/urls';
import type { Context } from '../../context';
import { callerNetwork } from '../../http/client-address';
import { createPublicForm, type RefusedEntries } from '../../http/forms/public-form';
import type { SendingId } from '../../http/forms/sending';
import type { RateLimit } from '../../http/limits/rate-limit';
import { checkEntries } from '../../http/schema';
import { refusals } from '../../refusal';
import { entriesOf, type RefusedForm } from './form';
import { requestCallback } from './service';

type ShowForm = (request: Request, form: RefusedForm) => Promise<Response>;

// the handler checks the body, because a form gets a page instead of JSON: so the API docs need the schema here
const requestBody = { required: true, content: { 'application/json': { schema: { ...callbackRequest } } } };

/** `show` returns the page for a refused form that was posted without JavaScript. */
export function callbackRoutes(context: Context, writes: RateLimit, show: ShowForm) {
  const form = createPublicForm(context, writes, {
    name: 'callback',
    notices: callbackNotices,
    event: 'callback_not_stored',
    headers: { 'cache-control': 'no-store' },
  });
  return new Elysia({ name: 'callbacks' })
    .onParse(form.parse)
    .get(api.callbackRequests, ({ request }) => form.back(request, pages.callback), {
      detail: { hide: true },
    })
    .post(
      api.callbackRequests,
      async ({ body, request, server, set }) => {
        const taken = await form.take({ body, request, server }, stepsOf(context, show, { request, server }));
        if (!(taken instanceof Response)) set.status = 201;
        return taken;
      },
      { detail: { tags: ['Rückruf'], summary: 'Um einen Rückruf bitten', requestBody } },
    );
}

function stepsOf(
  context: Context,
  show: ShowForm,
  { request, server }: Pick<ElysiaContext, 'request' | 'server'>,
) {
  const source = sourceIn(request.url);
  return {
    entriesOf,
    accept: async (
      given: unknown,
      count: () => Promise<void>,
      sending: SendingId,
    ): Promise<{ id: string }> => {
      const checked = checkEntries(callbackRequest, given);
      if (!checked.ok) throw refusals.invalid(checked.errors);
      await count();
      const network = callerNetwork(context.config, request, server);
      return { id: await requestCallback(context, checked.value, { source, network, sending }) };
    },
    locationOf: () => pages.callbackSent(source),
    refuse: async (
      { dataProcessingConsent: _, ...entries }: ReturnType<typeof entriesOf>,
      { status, errors, message }: RefusedEntries,
    ) => {
      // the form is on the landing page, which is too large for one who asks too often
      if (status === 429) throw refusals.tooMany(0);
      const notice = errors.length > 0 ? null : message;
      return await show(request, { entries, errors, source, notice, status });
    },
  };
}
