/** The pages of a withdrawal: the form and its confirmation. They send no referrer and are never cached. */
import type { ReactNode } from 'react';
import { type Receipt, receivedTitle, type WithdrawalEntries } from '#domain/law/withdrawals';
import { renderPage } from '#web/render.tsx';
import { type RefusedWithdrawal, WithdrawalPage } from '#web/site/withdrawals/WithdrawalPage.tsx';
import { WithdrawalReceiptPage } from '#web/site/withdrawals/WithdrawalReceiptPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { pagePolicy } from '../../http/headers';
import { inTurn } from '../pages/turn';

/** Headers of everything about a withdrawal, because its address gives access to it. */
export const withdrawalHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

export type WithdrawalPages = ReturnType<typeof createWithdrawalPages>;

/** None of them reads the database, so that the form is there when nothing else is. */
export function createWithdrawalPages({ operator }: Pick<Context, 'operator'>, assets: Assets) {
  const respond = async (request: Request, title: string, body: ReactNode, status = 200) => {
    const head = { title: `${title} | ${operator.brand.name}`, noindex: true, quiet: true } as const;
    const page = await inTurn(request, () => renderPage(assets.page, operator, head, body));
    // without analytics: the address of a confirmation is for nobody else
    const headers = { ...withdrawalHeaders, 'content-security-policy': pagePolicy() };
    return new Response(page, {
      status,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    });
  };
  const title = 'Vertrag widerrufen';
  return {
    form: (request: Request, entries: WithdrawalEntries) =>
      respond(request, title, <WithdrawalPage operator={operator} entries={entries} />),
    /** The form as it was sent, with the reason why it was refused. */
    refused: (
      request: Request,
      entries: WithdrawalEntries,
      { status, ...refused }: RefusedWithdrawal & { status: number },
    ) =>
      respond(
        request,
        `Fehler: ${title}`,
        <WithdrawalPage operator={operator} entries={entries} refused={refused} />,
        status,
      ),
    receipt: (request: Request, receipt: Receipt, document: string, until: string) =>
      respond(
        request,
        receivedTitle,
        <WithdrawalReceiptPage receipt={receipt} document={document} until={until} />,
      ),
  };
}
