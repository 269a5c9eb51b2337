import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, href } from '#domain/urls';
import { toast } from '../../ui/toast-state';
import { staffApi } from '../staff-api';

const failed = (description: string) =>
  toast({ title: 'Fehler beim Löschen', description, tone: 'destructive' });

/** Deletes one application; what shows it is asked again, also when somebody else was faster. */
export function useDeletion(onDone: () => void) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: staffApi.deleteApplication,
    onSuccess: (_, id) => {
      toast({ title: 'Antrag gelöscht', description: 'Der Antrag wurde erfolgreich gelöscht.' });
      // whoever goes back to it is told that it is gone
      void client.invalidateQueries({ queryKey: [href(api.details, { id })], refetchType: 'none' });
    },
    onError: () => failed('Der Antrag konnte nicht gelöscht werden.'),
    onSettled: () => {
      onDone();
      return refresh();
    },
  });
}

/** Deletes a selection; `onDeleted` clears it. */
export function useBulkDeletion(onDeleted: () => void, onDone: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: deleteInParts,
    onSuccess: ({ deletedCount }) => {
      onDeleted();
      toast({
        title: 'Anträge gelöscht',
        description: `${deletedCount} Anträge wurden erfolgreich gelöscht.`,
      });
    },
    onError: () => failed('Die Anträge konnten nicht gelöscht werden.'),
    onSettled: () => {
      onDone();
      return refresh();
    },
  });
}

/** A body may have 1 MiB (contract 2): that is some 26,000 ids. */
const mostAtOnce = 20_000;

async function deleteInParts(ids: string[]): Promise<{ deletedCount: number }> {
  let deletedCount = 0;
  for (let start = 0; start < ids.length; start += mostAtOnce) {
    const part = await staffApi.deleteApplications(ids.slice(start, start + mostAtOnce));
    deletedCount += part.deletedCount;
  }
  return { deletedCount };
}

/** Everything that shows applications or their mails. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [api.staffApplications, api.dashboard, api.emailLogs].map((path) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    );
}
