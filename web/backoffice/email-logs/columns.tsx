import { mailKinds } from '#domain/mails/kinds';
import type { EmailLog, EmailLogSortField } from '#domain/mails/log';
import { ApplicationLink, EmailText, Moment } from '../table/cells';
import type { Column } from '../table/Table';
import { MailOutcome } from './MailOutcome';

export const emailLogColumns: (Column<EmailLog> & { id?: EmailLogSortField })[] = [
  { id: 'sentAt', sortValue: 'server', header: 'Gesendet', cell: (log) => <Moment iso={log.sentAt} /> },
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
    cell: ({ applicationId: id }) => (id ? <ApplicationLink id={id} /> : <span>-</span>),
  },
];
