import { useState } from 'react';
import type { CallbackRow } from '#domain/callbacks/calls';
import { api } from '#domain/urls';
import { Spinner } from '../../ui/notices';
import { changing, useLoaded } from '../calls';
import { BegunCalls } from './BegunCalls';
import { CallbackGone, CallbackMissing, CallbackNote } from './CallbackNote';

/** The callback that the call is about, and what there is to say about it. */
export function useCalled(id: string | undefined) {
  const { data, error, isFetching, refetch } = useLoaded<CallbackRow[]>(api.staffCallbacks, {
    ...changing,
    enabled: id !== undefined,
  });
  const [gone, setGone] = useState<string>();
  const onGone = () => setGone(id);
  if (id === undefined) return { isReady: true, onGone, note: <BegunCalls /> };
  const callback = gone === id ? undefined : data?.find((one) => one.id === id);
  if (callback) return { callback, isReady: true, onGone, note: <CallbackNote callback={callback} /> };
  // it stays so, whatever is loaded again
  if (data && !isFetching && gone !== id) setGone(id);
  if (gone === id) return { isReady: true, onGone, note: <CallbackGone /> };
  if (!error || isFetching) return { onGone, note: <Spinner label="Rückruf wird geladen..." /> };
  return { onGone, note: <CallbackMissing onRetry={() => void refetch()} /> };
}
