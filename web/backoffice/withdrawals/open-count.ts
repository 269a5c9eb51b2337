import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
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

/** Passes on what the list knows too, and may know better. */
export function useSharedCount(open: number | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (open !== undefined) client.setQueryData(openQuery.queryKey, open);
  }, [client, open]);
}
