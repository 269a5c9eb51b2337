import { Elysia, type Context as ElysiaContext } from 'elysia';
import { type OfferEntries, offerNotices, offerRequest, offerSentSentence } from '#domain/offers/offers';
import { api, pages } from '#domain/urls';
import type { Context } from '../../context';
import { authorCookie, authorOf, newAuthor, sendCookie } from '../../http/author';
import { createPublicForm, type RefusedEntries } from '../../http/forms/public-form';
import type { RateLimit } from '../../http/limits/rate-limit';
import { bodyOf, checked, chosenIn, entriesOf, originOf, sourceOf } from './form';
import type { FormPages } from './form-pages';
import { requestOffer } from './requesting';

/** Asking for an offer. No response tells whether one was sent. */
export function offerRequestRoutes(context: Context, show: FormPages, writes: RateLimit) {
  const form = createPublicForm(context, writes, {
    name: 'offer',
    notices: offerNotices,
    event: 'offer_not_stored',
  });
  // the handler checks the body, because a form gets a page instead of JSON: so the API docs need the schema here
  const schema = { ...offerRequest(context.today()) };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  return new Elysia({ name: 'offer-requests' })
    .onParse(form.parse)
    .get(
      pages.offer,
      ({ request }) => {
        const entries = chosenIn(request, context.today());
        return show.form(request, { entries, source: sourceOf(request) });
      },
      { detail: { hide: true } },
    )
    .get(pages.offerSent, ({ request }) => show.sent(request), { detail: { hide: true } })
    .get(pages.offerDeleted, ({ request }) => show.deleted(request), { detail: { hide: true } })
    .get(api.offers, ({ request }) => form.back(request, pages.offer), { detail: { hide: true } })
    .post(
      api.offers,
      async ({ body, request, server, set }) => {
        const author = authorOf(request, context.config) ?? newAuthor();
        const steps = stepsOf(context, show, { request, server, askedBy: author.hash });
        const taken = await form.take({ body, request, server }, steps);
        sendCookie(taken, set, authorCookie(author, context.config));
        if (taken instanceof Response) return taken;
        set.status = 202;
        return { message: offerSentSentence };
      },
      { detail: { tags: ['Angebot'], summary: 'Ein Angebot per E-Mail anfordern', requestBody } },
    );
}

function stepsOf(
  context: Context,
  show: FormPages,
  { request, server, askedBy }: Pick<ElysiaContext, 'request' | 'server'> & { askedBy: string },
) {
  const origin = originOf(context, request, server);
  const { source } = origin;
  return {
    entriesOf,
    accept: async (
      given: unknown,
      count: () => Promise<void>,
      sending: Parameters<typeof requestOffer>[2]['sending'],
    ): Promise<void> => {
      const asked = checked(sending.isPlain ? bodyOf(given) : given, context.today());
      await count();
      await requestOffer(context, asked, { ...origin, askedBy, sending });
    },
    locationOf: () => pages.offerSent,
    refuse: (entries: OfferEntries, refused: RefusedEntries) =>
      show.refused(request, { entries, source }, refused),
  };
}
