import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#domain/urls';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast-state';
import { sentenceOf } from '../failure';
import { staffApi } from '../staff-api';

type Props = {
  id: string;
  /** Element that says whose request it is: the button's words are the same in every row. */
  describedBy: string;
};

/** Marks a callback request as done; there is no way back (spec 4). */
export function ProcessButton({ id, describedBy }: Props) {
  const client = useQueryClient();
  const processing = useMutation({
    mutationFn: () => staffApi.processCallback(id),
    onSuccess: () =>
      toast({ title: 'Erfolgreich', description: 'Rückruf-Anfrage wurde als bearbeitet markiert' }),
    onError: (error) =>
      toast({
        title: 'Fehler',
        description: sentenceOf(error, 'Failed to process request'),
        tone: 'destructive',
      }),
    // after a refusal too: somebody else may have changed what is shown
    onSettled: () =>
      Promise.all(
        [api.staffCallbacks, api.dashboard].map((path) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
  return (
    <Button
      look="secondary"
      size="small"
      aria-describedby={describedBy}
      // not `disabled`: that would take the focus away
      aria-disabled={processing.isPending}
      className="whitespace-nowrap xl:whitespace-normal"
      onClick={() => {
        if (!processing.isPending) processing.mutate();
      }}
    >
      {processing.isPending ? 'Wird markiert...' : 'Als bearbeitet markieren'}
    </Button>
  );
}
