import { useQueryClient } from '@tanstack/react-query';
import type { DeletionResponse, MessageResponse } from '#domain/backoffice/responses';
import { api, href } from '#domain/urls';
import { longPatience, request } from '../../api';
import { useAction } from '../useAction';

export const deletionWarning =
  'Diese Aktion kann nicht rückgängig gemacht werden. Alle zugehörigen Daten werden dauerhaft gelöscht.';
/** All lists that show applications or their mails. Details of a deleted application cannot be loaded again. */
const refresh = [api.staffApplications, api.dashboard, api.emailLogs, api.cases, api.caseCounts];
const failed = (description: string) => ({ title: 'Fehler beim Löschen', description });

/** Deletes one application. `onDone` is called after a failure too. */
export function useDeletion(onDone: (error: Error | null) => void) {
  const client = useQueryClient();
  return useAction({
    call: (id: string) => request<MessageResponse>('DELETE', href(api.staffApplication, { id })),
    success: () => ({ title: 'Antrag gelöscht', description: 'Der Antrag wurde erfolgreich gelöscht.' }),
    failure: () => failed('Der Antrag konnte nicht gelöscht werden.'),
    refresh,
    after: (error, id) => {
      // a user who returns to the details must see that the application is deleted
      const queryKey = [href(api.details, { id })];
      if (!error) void client.invalidateQueries({ queryKey, refetchType: 'none' });
      onDone(error);
    },
  });
}

/** Deletes a selection. `onDone` is called after a failure too. */
export function useBulkDeletion(onDone: (error: Error | null) => void) {
  return useAction({
    call: deleteInParts,
    success: (deletedCount) => ({
      title: 'Anträge gelöscht',
      description: `${deletedCount} Anträge wurden erfolgreich gelöscht.`,
    }),
    failure: () => failed('Die Anträge konnten nicht gelöscht werden.'),
    refresh,
    after: onDone,
  });
}

/** A body may have 1 MiB, which is about 26,000 ids. */
const mostAtOnce = 20_000;

/** Returns how many were deleted. */
async function deleteInParts(ids: string[]): Promise<number> {
  let deleted = 0;
  for (let start = 0; start < ids.length; start += mostAtOnce) {
    const applicationIds = ids.slice(start, start + mostAtOnce);
    const part = await request<DeletionResponse>(
      'POST',
      api.bulkDelete,
      { applicationIds },
      { patience: longPatience },
    );
    deleted += part.deletedCount;
  }
  return deleted;
}
