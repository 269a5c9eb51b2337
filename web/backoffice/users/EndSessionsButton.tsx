import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast-state';
import { sentenceOf } from '../failure';
import { currentUserQuery, useLogout } from '../session';
import { staffApi } from '../staff-api';

const question =
  'Sind Sie sicher, dass Sie alle Sitzungen dieses Benutzers beenden möchten? Danach ist überall eine neue Anmeldung nötig.';

type Props = {
  id: string;
  /** Element that says whose account it is: the button's words are the same in every row. */
  describedBy: string;
};

/** Signs an account out everywhere, once the browser's own question is answered; with one's own, here too. */
export function EndSessionsButton({ id, describedBy }: Props) {
  const client = useQueryClient();
  const logout = useLogout();
  const ending = useMutation({
    mutationFn: () => staffApi.endSessions(id),
    onSuccess: async () => {
      toast({ title: 'Erfolgreich', description: 'Alle Sitzungen wurden beendet' });
      const me = client.getQueryData(currentUserQuery.queryKey);
      if (me?.id === id) await logout();
    },
    onError: (error) =>
      toast({
        title: 'Fehler',
        description: sentenceOf(error, 'Die Sitzungen konnten nicht beendet werden'),
        tone: 'destructive',
      }),
  });
  return (
    <Button
      look="secondary"
      size="small"
      aria-describedby={describedBy}
      // not `disabled`: that would take the focus away
      aria-disabled={ending.isPending}
      className="whitespace-nowrap"
      onClick={() => {
        if (!ending.isPending && window.confirm(question)) ending.mutate();
      }}
    >
      {ending.isPending ? 'Wird beendet...' : 'Sitzungen beenden'}
    </Button>
  );
}
