import { Elysia } from 'elysia';
import { newConfirmation } from '#domain/cases/confirmation';
import { api, href, pages } from '#domain/urls';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { quietHeaders } from '../../http/headers';
import type { RateLimit } from '../../http/limits/rate-limit';
import { createAnswering } from './answering';
import { invalidLink } from './asked';
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
