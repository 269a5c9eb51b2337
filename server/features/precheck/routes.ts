/** The check before one applies. What somebody answers is neither stored nor logged, and stands in no address. */
import { Elysia } from 'elysia';
import { precheckNotices } from '#domain/form-notices';
import { checkPrecheck, type PrecheckEntries, precheckFields } from '#domain/precheck/precheck';
import { pages } from '#domain/urls';
import type { Context } from '../../context';
import { textIn } from '../../http/body';
import { createPublicForm } from '../../http/forms/public-form';
import type { RateLimit } from '../../http/limits/rate-limit';
import { valid } from '../../refusal';
import type { PrecheckPages } from './show';

export function precheckRoutes(context: Context, show: PrecheckPages, writes: RateLimit) {
  const form = createPublicForm(context, writes, {
    name: 'precheck',
    notices: precheckNotices,
    event: 'precheck_failed',
    headers: { 'cache-control': 'no-store' },
  });
  return new Elysia({ name: 'precheck', detail: { hide: true } })
    .onParse(form.parse)
    .get(pages.precheck, ({ request }) => show.form(request))
    .post(pages.precheck, ({ body, request, server }) =>
      form.take(
        { body, request, server },
        {
          entriesOf,
          accept: async (given) => {
            const entries = entriesOf(given);
            return await show.result(request, entries, valid(checkPrecheck(entries, context.today())));
          },
          locationOf: (page) => page,
          refuse: (entries, { status, errors, message }) =>
            show.refused(request, entries, status, { errors, notice: errors.length > 0 ? null : message }),
        },
      ),
    );
}

function entriesOf(body: unknown): PrecheckEntries {
  return Object.fromEntries(precheckFields.map((name) => [name, textIn(body, name)]));
}
