import { Link } from '@tanstack/react-router';
import type { EmailLog, EmailLogSortField } from '#domain/backoffice/mail-log';
import { shortId } from '#domain/ids';
import { mailKinds } from '#domain/mails';
import { href, pages } from '#domain/urls';
import { linkClass } from '../../ui/link';
import type { Column } from '../table/columns';
import { EmailText } from '../table/EmailText';
import { Moment } from '../table/Moment';
import { MailOutcome } from './MailOutcome';

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
    cell: ({ emailType }) => mailKinds[emailType].label,
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
    cell: (log) => <MailOutcome log={log} />,
    className: 'xl:max-w-52',
  },
  {
    header: 'Antrag-ID',
    cell: ({ applicationId }) =>
      applicationId ? (
        <Link
          to={href(pages.backofficeApplication, { id: applicationId })}
          title={applicationId}
          className={`font-mono text-sm whitespace-nowrap ${linkClass}`}
        >
          {shortId(applicationId)}
        </Link>
      ) : (
        '-'
      ),
  },
];

function sortedByServer(id: EmailLogSortField): Pick<Column<EmailLog>, 'id' | 'sortValue'> {
  return { id, sortValue: 'server' };
}
