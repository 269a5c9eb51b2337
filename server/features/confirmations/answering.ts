import { confirmationNotices } from '#domain/cases/confirmation';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { createPublicForm } from '../../http/forms/public-form';
import type { RateLimit } from '../../http/limits/rate-limit';
import { stepsOf } from './form';
import { createConfirmationPages } from './pages';

/** The page with its two buttons, and the form that they send. */
export function createAnswering(context: Context, assets: Assets, writes: RateLimit) {
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
