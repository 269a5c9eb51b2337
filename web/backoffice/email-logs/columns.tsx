import type { EmailLog, EmailLogSortField } from '#domain/backoffice/mail-log';
import { mailKinds } from '#domain/mails';
import { ApplicationLink } from '../table/ApplicationLink';
import type { Column } from '../table/columns';
import { EmailText } from '../table/EmailText';
import { Moment } from '../table/Moment';
import { MailOutcome } from './MailOutcome';

/** Columns of the log; the server sorts it. */
export const emailLogColumns: (Column<EmailLog> & { id?: EmailLogSortField })[] = [
  { id: 'sentAt', sortValue: 'server', header: 'Gesendet', cell: ({ sentAt }) => <Moment iso={sentAt} /> },
  {
    id: 'emailType',
    sortValue: 'server',
    header: 'Typ',
    cell: ({ emailType }) => mailKinds[emailType].label,
  },
  {
    id: 'recipientEmail',
    sortValue: 'server',
    header: 'Empfänger',
    cell: ({ recipientEmail }) => <EmailText email={recipientEmail} />,
    className: 'xl:min-w-44',
  },
  {
    id: 'subject',
    sortValue: 'server',
    header: 'Betreff',
    cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span>,
  },
  {
    id: 'successful',
    sortValue: 'server',
    header: 'Status',
    cell: (log) => <MailOutcome log={log} />,
    className: 'xl:max-w-52',
  },
  {
    header: 'Antrag-ID',
    cell: ({ applicationId: id }) => (id ? <ApplicationLink id={id} /> : '-'),
  },
];
