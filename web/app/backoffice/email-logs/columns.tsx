import { Link } from '@tanstack/react-router';
import type { EmailLog, EmailLogSortField } from '../../../../domain/backoffice';
import { emailTypeLabels } from '../../../../domain/email';
import { Badge } from '../../../ui/badge';
import { EmailText, linkClass } from '../table/EmailText';
import { Moment } from '../table/Moment';
import type { Column } from '../table/useDataTable';

/** Columns of the log; the ids of those that sort are the fields the server sorts by. */
export const emailLogColumns: Column<EmailLog>[] = [
  {
    ...sortedByServer('sentAt'),
    header: 'Gesendet',
    cell: ({ sentAt }) => <Moment iso={sentAt} />,
  },
  {
    ...sortedByServer('emailType'),
    header: 'Typ',
    cell: ({ emailType }) => emailTypeLabels[emailType],
  },
  {
    ...sortedByServer('recipientEmail'),
    header: 'Empfänger',
    cell: ({ recipientEmail }) => <EmailText email={recipientEmail} />,
    className: 'xl:min-w-44',
  },
  {
    ...sortedByServer('subject'),
    header: 'Betreff',
    cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span>,
  },
  {
    ...sortedByServer('successful'),
    header: 'Status',
    cell: (log) => <Outcome log={log} />,
    className: 'xl:max-w-52',
  },
  {
    id: 'applicationId',
    header: 'Antrag-ID',
    cell: ({ applicationId }) =>
      applicationId ? (
        <Link
          to="/backoffice/applications/$id"
          params={{ id: applicationId }}
          title={applicationId}
          className={`font-mono text-sm whitespace-nowrap ${linkClass}`}
        >
          {`${applicationId.slice(0, 8)}...`}
        </Link>
      ) : (
        '-'
      ),
  },
];

/** The rows come in their order: the value is only asked whether there is one. */
function sortedByServer(id: EmailLogSortField) {
  return { id, sortValue: () => null };
}

/** What became of a mail, and why when it did not go out. */
function Outcome({ log: { successful, errorMessage } }: { log: EmailLog }) {
  if (successful) return <Badge tone="positive">Erfolgreich</Badge>;
  return (
    <>
      <Badge tone="negative">Fehlgeschlagen</Badge>
      {errorMessage ? (
        <span className="mt-1 block text-sm wrap-anywhere text-danger">{errorMessage}</span>
      ) : null}
    </>
  );
}
