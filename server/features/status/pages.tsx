/** The status page and what it says when a link is not valid. They send no referrer and are never cached. */
import type { ReactNode } from 'react';
import { invalidLinkTitle } from '#domain/access-links';
import type { StatusView } from '#domain/cases/status-page';
import { renderPage } from '#web/render.tsx';
import { InvalidLinkPage } from '#web/site/status/InvalidLinkPage.tsx';
import type { RefusedAnswer } from '#web/site/status/Question.tsx';
import { StatusPage } from '#web/site/status/StatusPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { pagePolicy } from '../../http/headers';
import { inTurn } from '../pages/turn';

/** Headers of everything about a status, because its address gives access to it. */
export const statusHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

export type StatusPages = ReturnType<typeof createStatusPages>;
export type Shown = { token: string; view: StatusView; answered: boolean };

export function createStatusPages({ operator }: Pick<Context, 'operator'>, assets: Assets) {
  const respond = async (request: Request, title: string, body: ReactNode, status = 200) => {
    const head = { title: `${title} | ${operator.brand.name}`, noindex: true, quiet: true } as const;
    const page = await inTurn(request, () => renderPage(assets.page, operator, head, body));
    // without analytics: the address is for nobody else
    const headers = { ...statusHeaders, 'content-security-policy': pagePolicy() };
    return new Response(page, {
      status,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    });
  };
  const title = 'Stand Ihres Antrags';
  return {
    status: (request: Request, shown: Shown) =>
      // a fresh id for each page, so that a form that is sent twice is stored once
      respond(request, title, <StatusPage {...shown} operator={operator} answerId={crypto.randomUUID()} />),
    /** The page with the answer as it was sent, and the reason why it was refused. */
    refused: (
      request: Request,
      shown: Shown,
      { status, answerId, ...refused }: RefusedAnswer & { status: number; answerId: string },
    ) =>
      respond(
        request,
        `Fehler: ${title}`,
        <StatusPage {...shown} operator={operator} answerId={answerId} refused={refused} />,
        status,
      ),
    invalid: (request: Request) =>
      respond(request, invalidLinkTitle.replace(/\.$/, ''), <InvalidLinkPage operator={operator} />, 404),
  };
}
