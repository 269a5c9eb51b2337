import { Elysia } from 'elysia';
import { offerDeletedSentence, offerNotices } from '#domain/offers/offers';
import { api, href, pages } from '#domain/urls';
import type { Context } from '../../context';
import { authorOf, resumedCookie, sendCookie } from '../../http/author';
import { createPublicForm, type RefusedEntries } from '../../http/forms/public-form';
import type { QuietPages } from '../../pages/quiet';
import type { WriteLimits } from '../applications/beginnings';
import { refuseStaff } from '../applications/ownership';
import { beginFromOffer, deleteByLink } from './service';

/** The buttons of the page with an offer. */
export function offerFormRoutes(context: Context, show: QuietPages, limits: WriteLimits) {
  return new Elysia({ name: 'offer-forms' })
    .use(beginning(context, show, limits))
    .use(deletion(context, show, limits));
}

function beginning(context: Context, show: QuietPages, { writes, beginnings }: WriteLimits) {
  const { config, links } = context;
  const form = createPublicForm(context, writes, {
    name: 'offer-beginning',
    notices: offerNotices,
    event: 'application_not_begun',
  });
  return new Elysia({ name: 'offer-beginning' })
    .onParse(form.parse)
    .get(api.beginFromOffer, ({ params, request }) => form.back(request, href(pages.offerOf, params)), {
      detail: { hide: true },
    })
    .post(
      api.beginFromOffer,
      async ({ params: { token }, body, request, server, set }) => {
        let cookie = '';
        const taken = await form.take(
          { body, request, server },
          {
            entriesOf: () => null,
            accept: async (_, count) => {
              const id = await beginFromOffer(context, token, {
                count: async () => {
                  await count();
                  await beginnings.count({ request, server });
                },
                admit: (begun) => refuseStaff(context, request, begun),
                by: authorOf(request, config)?.hash ?? null,
              });
              cookie = resumedCookie(request, await links.newResume(id), config);
              return { id };
            },
            locationOf: ({ id }: { id: string }) => href(pages.application, { id }),
            refuse: refusing(show, request),
          },
        );
        sendCookie(taken, set, cookie);
        if (!(taken instanceof Response)) set.status = 201;
        return taken;
      },
      { detail: { tags: ['Angebot'], summary: 'Mit einem Angebot einen Antrag beginnen' } },
    );
}

function deletion(context: Context, show: QuietPages, { writes }: WriteLimits) {
  const form = createPublicForm(context, writes, {
    name: 'offer-deletion',
    notices: offerNotices,
    event: 'offer_not_deleted',
  });
  return new Elysia({ name: 'offer-deletion' })
    .onParse(form.parse)
    .get(api.deleteOffer, ({ params, request }) => form.back(request, href(pages.offerOf, params)), {
      detail: { hide: true },
    })
    .post(
      api.deleteOffer,
      async ({ params: { token }, body, request, server }) =>
        await form.take(
          { body, request, server },
          {
            entriesOf: () => null,
            accept: async (_, count, sending) => {
              await deleteByLink(context, token, sending, count);
              return { message: offerDeletedSentence };
            },
            locationOf: () => pages.offerDeleted,
            refuse: refusing(show, request),
          },
        ),
      { detail: { tags: ['Angebot'], summary: 'Ein Angebot löschen' } },
    );
}

function refusing(show: QuietPages, request: Request) {
  return (_: null, refused: RefusedEntries) =>
    refused.status === 404 ? show.invalid(request, 'offer') : show.refused(request, refused);
}
