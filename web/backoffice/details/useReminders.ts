import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReminderType } from '#domain/backoffice/applications';
import { api } from '#domain/urls';
import { toast } from '../../ui/toast-state';
import { sentenceOf } from '../failure';
import { detailsQuery } from '../queries';
import { staffApi } from '../staff-api';

/** Sends a reminder by hand and tells what became of it (spec 4 "Reminders", 8). */
export function useReminders(id: string) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (type: ReminderType) => staffApi.remind(id, type),
    onSuccess: ({ message }) => toast({ title: 'Email versendet', description: message }),
    onError: (error) =>
      toast({
        title: 'Fehler beim Senden der Email',
        description: sentenceOf(error, 'Die Email konnte nicht versendet werden'),
        tone: 'destructive',
      }),
    // after a refusal too: the log has the attempt
    onSettled: () => {
      void client.invalidateQueries(detailsQuery(id));
      void client.invalidateQueries({ queryKey: [api.emailLogs] });
    },
  });
  return { remind: mutate, sending: isPending };
}
