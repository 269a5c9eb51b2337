import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { WithdrawalPage } from '#domain/law/staff-withdrawals';
import { api } from '#domain/urls';
import { request } from '../../api';
import { lasting } from '../calls';

const openQuery = queryOptions({
  // each call is recorded as a listed person; withdrawals change on their list only, which passes their number on
  queryKey: [lasting, api.staffWithdrawals],
  queryFn: async () => (await request<WithdrawalPage>('GET', `${api.staffWithdrawals}?pageSize=1`)).open,
});

export function useOpenWithdrawals(): number | undefined {
  return useQuery(openQuery).data;
}

/** For the list, which knows it too and may be newer. */
export function setOpenWithdrawals(client: QueryClient, open: number) {
  client.setQueryData(openQuery.queryKey, open);
}
