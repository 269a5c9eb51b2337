import { ConfirmationPage } from '#web/site/confirmations/ConfirmationPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import type { RefusedEntries } from '../../http/forms/public-form';
import { quietPages } from '../../pages/quiet';
import { readConfirmation } from './view';

export type ConfirmationPages = ReturnType<typeof createConfirmationPages>;

const title = 'Antrag bestätigen';

export function createConfirmationPages(context: Context, assets: Assets) {
  const show = quietPages(context, assets);
  return {
    async shown(request: Request, token: string): Promise<Response> {
      const view = await readConfirmation(context, token);
      if (!view) return await show.invalid(request, 'confirm');
      // a screen reader reads the title first, and the page is otherwise much as before
      const named = view.confirmed === null ? title : `Antwort angekommen: ${title}`;
      return await show.respond(request, named, <ConfirmationPage token={token} view={view} />);
    },
    async refused(request: Request, token: string, { status, errors, message }: RefusedEntries) {
      const view = status === 404 ? null : await readConfirmation(context, token);
      if (!view)
        return await (status === 429
          ? show.refused(request, { status, message })
          : show.invalid(request, 'confirm'));
      const notice = errors[0]?.message ?? message;
      const page = <ConfirmationPage token={token} view={view} notice={notice} />;
      return await show.respond(request, `Fehler: ${title}`, page, status);
    },
  };
}
