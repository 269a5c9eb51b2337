import { Elysia } from 'elysia';
import { loadApplication } from '#db/applications/find';
import { storeConfirmation } from '#db/cases/public';
import { addEvidence } from '#db/evidence';
import { type ConfirmationAnswer, confirmationNotices, newConfirmation } from '#domain/cases/confirmation';
import { isoOf } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { textIn } from '../../http/body';
import { createPublicForm, type RefusedEntries } from '../../http/forms/public-form';
import { quietHeaders } from '../../http/headers';
import type { RateLimit } from '../../http/limits/rate-limit';
import { checkEntries } from '../../http/schema';
import { refusals, valid } from '../../refusal';
import { answerOf, findAskedBy, invalidLink } from './asked';
import { type ConfirmationPages, createConfirmationPages } from './pages';
import { readConfirmation } from './view';

// the handler checks the body, because a form gets a page instead of JSON: so the API docs need the schema here
const requestBody = { required: true, content: { 'application/json': { schema: { ...newConfirmation } } } };
const tags = ['Status'];

/** The policyholder of an application that somebody else made says whether they want it. */
export function confirmationRoutes(context: Context, assets: Assets, writes: RateLimit) {
  const form = createAnswering(context, assets, writes);
  return new Elysia({ name: 'confirmations' })
    .onParse(form.parse)
    .onTransform(({ set }) => {
      // also of what is refused
      Object.assign(set.headers, quietHeaders);
    })
    .get(pages.confirmation, ({ params: { token }, request }) => form.show(request, token), {
      detail: { hide: true },
    })
    .get(
      api.confirmation,
      async ({ params: { token }, request }) => {
        // a restored tab opens the address that took the form
        if (request.headers.get('accept')?.includes('text/html'))
          return form.back(request, href(pages.confirmation, { token }));
        const view = await readConfirmation(context, token);
        if (!view) throw invalidLink();
        return view;
      },
      { detail: { tags, summary: 'Was der Versicherungsnehmer bestätigen soll' } },
    )
    .post(
      api.confirmation,
      ({ params: { token }, body, request, server }) => form.take({ body, request, server }, token),
      { detail: { tags, summary: 'Einen Antrag bestätigen oder nicht', requestBody } },
    );
}

/** The page with its two buttons, and the form that they send. */
function createAnswering(context: Context, assets: Assets, writes: RateLimit) {
  const show = createConfirmationPages(context, assets);
  const form = createPublicForm(context, writes, {
    name: 'confirmation',
    notices: confirmationNotices,
    event: 'confirmation_not_stored',
  });
  return {
    show: show.shown,
    parse: form.parse,
    back: form.back,
    take: (sent: Parameters<typeof form.take>[0], token: string) =>
      form.take(sent, stepsOf(context, show, sent.request, token)),
  };
}

function stepsOf(context: Context, show: ConfirmationPages, request: Request, token: string) {
  return {
    entriesOf,
    accept: async (given: unknown, count: () => Promise<void>) => {
      if (!(await context.links.applicationOf('confirm', token))) throw invalidLink();
      const { confirmed } = valid(checkEntries(newConfirmation, given));
      await count();
      return await answerConfirmation(context, token, confirmed);
    },
    locationOf: () => href(pages.confirmation, { token }),
    refuse: (_: unknown, refused: RefusedEntries) => show.refused(request, token, refused),
  };
}

/** The button that was pressed says the answer. */
function entriesOf(body: unknown) {
  const given = textIn(body, 'confirmed');
  return { confirmed: given === 'true' || (given === 'false' ? false : undefined) };
}

/** The same answer again changes nothing and returns the first one. @throws Refusal */
async function answerConfirmation(
  context: Context,
  token: string,
  confirmed: boolean,
): Promise<ConfirmationAnswer> {
  return await perform(context, null, async ({ tx, at, today }) => {
    const asked = await findAskedBy(context, token, tx);
    if (!asked) throw invalidLink();
    const { applicationId } = asked;
    if (asked.confirmation !== 'open') {
      const before = answerOf(asked);
      if (before.confirmed !== confirmed) throw refusals.conflict(confirmationNotices.answered);
      return before;
    }
    const { sets } = (await loadApplication(tx, null, applicationId)) ?? {};
    const confirmation = confirmed ? 'confirmed' : 'refused';
    await storeConfirmation(tx, asked, { confirmation, at, today });
    const kind = `policyholder_${confirmation}` as const;
    const email = sets?.['policyholder-info']?.email;
    await addEvidence(tx, context.cipher, [{ kind, way: 'page', at, applicationId, email }]);
    return { confirmed, at: isoOf(at) };
  });
}
