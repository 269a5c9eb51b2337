import { newConfirmation } from '#domain/cases/confirmation';
import { href, pages } from '#domain/urls';
import type { Context } from '../../context';
import { textIn } from '../../http/body';
import type { RefusedEntries } from '../../http/forms/public-form';
import { checkEntries } from '../../http/schema';
import { valid } from '../../refusal';
import { invalidLink } from './asked';
import type { ConfirmationPages } from './pages';
import { answerConfirmation } from './service';

export function stepsOf(context: Context, show: ConfirmationPages, request: Request, token: string) {
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
