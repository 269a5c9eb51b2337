import { type Receipt, receivedTitle, type WithdrawalEntries } from '#domain/law/withdrawals';
import { type RefusedWithdrawal, WithdrawalPage } from '#web/site/withdrawals/WithdrawalPage.tsx';
import { WithdrawalReceiptPage } from '#web/site/withdrawals/WithdrawalReceiptPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { quietPages } from '../../pages/quiet';

export type WithdrawalPages = ReturnType<typeof createWithdrawalPages>;

/** None of them reads the database, so that the form is there when nothing else is. */
export function createWithdrawalPages(context: Pick<Context, 'config' | 'operator'>, assets: Assets) {
  const { respond, typed, invalid } = quietPages(context, assets);
  const { operator } = context;
  const title = 'Vertrag widerrufen';
  return {
    invalid,
    form: (request: Request, entries: WithdrawalEntries) =>
      respond(request, title, <WithdrawalPage operator={operator} entries={entries} />),
    refused: (
      request: Request,
      entries: WithdrawalEntries,
      { status, ...refused }: RefusedWithdrawal & { status: number },
    ) =>
      typed(
        request,
        title,
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
