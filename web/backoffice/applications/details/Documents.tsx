import { useMutation } from '@tanstack/react-query';
import FileDown from 'lucide-react/icons/file-down';
import Printer from 'lucide-react/icons/printer';
import { api, documentName, href } from '#domain/urls';
import { requestFile } from '../../../api';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/toasts';
import { sentenceOf } from '../../calls';
import { saveFile } from '../../save-file';

type Wanted = { copy?: 'staff'; tab?: Window | null };

/** Opens the PDF for staff in a new tab, and saves that of the applicant. Plain links would send no token. */
export function Documents({ id, completed }: { id: string; completed: boolean }) {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ copy }: Wanted) => requestFile(href(api.document, { id }) + (copy ? `?copy=${copy}` : '')),
    onSuccess: (file, { tab }) => {
      // never revoked, because the tab may be reloaded
      if (tab) tab.location.href = URL.createObjectURL(file);
      else saveFile(documentName(id), file);
    },
    onError: (error, { tab }) => {
      tab?.close();
      toast({
        title: 'Fehler',
        description: sentenceOf(error, 'Das PDF konnte nicht heruntergeladen werden'),
        tone: 'destructive',
      });
    },
  });
  // opened before the response: browsers open a tab only during the click
  const print = () => mutate({ copy: 'staff', tab: window.open('', '_blank') });
  return (
    <>
      <Button look="secondary" size="small" aria-disabled={isPending} onClick={print}>
        <Printer aria-hidden="true" className="size-4" />
        Druckansicht
      </Button>
      {completed ? (
        <Button look="secondary" size="small" aria-disabled={isPending} onClick={() => mutate({})}>
          <FileDown aria-hidden="true" className="size-4" />
          PDF herunterladen
        </Button>
      ) : null}
    </>
  );
}
