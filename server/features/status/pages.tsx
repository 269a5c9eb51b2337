import type { StatusView } from '#domain/cases/status-page';
import type { RefusedAnswer } from '#web/site/status/Question.tsx';
import { StatusPage } from '#web/site/status/StatusPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { quietPages } from '../../pages/quiet';

export type StatusPages = ReturnType<typeof createStatusPages>;
type Shown = { token: string; view: StatusView; answered: boolean };

export function createStatusPages(context: Pick<Context, 'config' | 'operator'>, assets: Assets) {
  const { respond, invalid, refused: tooMany } = quietPages(context, assets);
  const title = 'Stand Ihres Antrags';
  return {
    status: (request: Request, shown: Shown) =>
      // a fresh id for each page, so that a form that is sent twice is stored once
      respond(
        request,
        // a screen reader reads the title first, and the page is otherwise the same as before
        shown.answered ? `Antwort angekommen: ${title}` : title,
        <StatusPage {...shown} answerId={crypto.randomUUID()} />,
      ),
    refused: (
      request: Request,
      shown: Shown,
      { status, answerId, ...refused }: RefusedAnswer & { status: number; answerId: string },
    ) =>
      respond(
        request,
        `Fehler: ${title}`,
        <StatusPage {...shown} answerId={answerId} refused={refused} />,
        status,
      ),
    tooMany,
    invalid,
  };
}
