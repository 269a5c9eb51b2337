import UserSearch from 'lucide-react/icons/user-search';
import { api, href } from '#domain/urls';
import { requestFile } from '../../../api';
import { Button } from '../../../ui/button';
import { useAction } from '../../calls';
import { saveFile } from '../../save-file';

export function Disclosure({ id }: { id: string }) {
  const { run, busy } = useAction({
    call: () => requestFile(href(api.disclosure, { id })),
    success: (file) => {
      saveFile(`Auskunft-${id.slice(0, 8)}.json`, file);
      return null;
    },
    isReading: true,
    failure: 'Die Auskunft konnte nicht heruntergeladen werden.',
  });
  return (
    <Button look="secondary" size="small" aria-disabled={busy} onClick={() => run()}>
      <UserSearch aria-hidden="true" className="size-4" />
      Auskunft
    </Button>
  );
}
