import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#domain/urls';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast-state';
import { sentenceOf } from '../failure';
import { staffApi } from '../staff-api';

const question = 'Sind Sie sicher, dass Sie diesen Benutzer löschen möchten?';

type Props = {
  id: string;
  /** Element that says whose account it is: the button's word is the same in every row. */
  describedBy: string;
};

/** Deletes an account, once the browser's own question is answered (spec 2, "Users"). */
export function DeleteButton({ id, describedBy }: Props) {
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => staffApi.deleteUser(id),
    onSuccess: () => toast({ title: 'Erfolgreich', description: 'Benutzer wurde erfolgreich gelöscht' }),
    onError: (error) =>
      toast({
        title: 'Fehler',
        description: sentenceOf(error, 'Failed to delete user'),
        tone: 'destructive',
      }),
    // after a refusal too: somebody else may have been faster
    onSettled: () => client.invalidateQueries({ queryKey: [api.users] }),
  });
  return (
    <Button
      look="danger"
      size="small"
      aria-describedby={describedBy}
      // not `disabled`: that would take the focus away
      aria-disabled={deleting.isPending}
      onClick={() => {
        if (!deleting.isPending && window.confirm(question)) deleting.mutate();
      }}
    >
      {deleting.isPending ? 'Wird gelöscht...' : 'Löschen'}
    </Button>
  );
}
