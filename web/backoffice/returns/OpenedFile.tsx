import { formatDay } from '#domain/dates';
import { counted, formatInstant } from '#domain/format';
import type { OpenedReturn } from '#domain/returns/returns';
import { api, href, pages } from '#domain/urls';
import { changing, useLoaded } from '../calls';
import { ListPage } from '../ListPage';
import { BackLink } from '../Page';
import { senderOf } from './file-columns';
import { Steps } from './Steps';

export function OpenedFile({ id }: { id: string }) {
  const query = useLoaded<OpenedReturn>(href(api.return, { id }), changing);
  return (
    <ListPage
      title={query.data?.name ?? 'Rückmeldung'}
      before={<BackLink to={pages.backofficeReturns} label="Zurück zu den Rückmeldungen" />}
      what="der Rückmeldung"
      query={query}
      note={noteOf}
      // what the user has chosen belongs to the file as it was opened
      actions={() => null}
    >
      {(file) => <Steps file={file} />}
    </ListPage>
  );
}

function noteOf({ at, username, rowCount, contentUntil }: OpenedReturn): string {
  const rows = counted(rowCount, 'Zeile', 'Zeilen');
  const until = contentUntil ? ` · Inhalt bis ${formatDay(contentUntil)}` : '';
  return `${formatInstant(at)} · ${senderOf(username)} · ${rows}${until}`;
}
