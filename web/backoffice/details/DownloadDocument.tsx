import { useMutation } from '@tanstack/react-query';
import FileDown from 'lucide-react/icons/file-down';
import { api, documentName, href } from '#domain/urls';
import { requestFile } from '../../api';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast-state';
import { sentenceOf } from '../failure';
import { saveFile } from '../save-file';

/** Saves the PDF that the applicant got. A plain link could not carry the token. */
export function DownloadDocument({ id }: { id: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => requestFile(href(api.document, { id })),
    onSuccess: (file) => saveFile(documentName(id), file),
    onError: (error) =>
      toast({
        title: 'Fehler',
        description: sentenceOf(error, 'Das PDF konnte nicht heruntergeladen werden'),
        tone: 'destructive',
      }),
  });
  return (
    <Button look="secondary" size="small" disabled={isPending} onClick={() => mutate()}>
      <FileDown aria-hidden="true" className="size-4" />
      PDF herunterladen
    </Button>
  );
}
