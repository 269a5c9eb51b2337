import Mail from 'lucide-react/icons/mail';
import { usualPageSize } from '#domain/lists';
import { emailTypes, mailKinds } from '#domain/mails/kinds';
import {
  type EmailLog,
  type EmailLogPage,
  type EmailLogSortField,
  emailLogSortFields,
  mailStatuses,
  mailStatusLabels,
} from '#domain/mails/log';
import type { ResendResponse } from '#domain/responses';
import { api, pages } from '#domain/urls';
import { longPatience, request } from '../../api';
import { optionsOf } from '../../ui/fields';
import { Badge } from '../../ui/notices';
import { listScreen, NoRows, sortingOf } from '../ListPage';
import { direction, oneOf, pageNumber, searchOf } from '../screen';
import { ApplicationLink, EmailText, Moment, Text } from '../table/cells';
import { type Column, Table } from '../table/Table';
import { MailOutcome, ResendButton } from './MailOutcome';

export const emailLogsSearch = searchOf({
  page: pageNumber,
  type: oneOf(emailTypes),
  status: oneOf(mailStatuses),
  sort: oneOf<string>(emailLogSortFields),
  dir: direction,
});

export const screen = listScreen({
  path: pages.backofficeEmailLogs,
  title: 'E-Mail-Log',
  icon: Mail,
  nav: 'main',
  what: 'der E-Mail-Logs',
  list: api.emailLogs,
  search: emailLogsSearch,
  asks: ({ page, type, status, sort = 'sentAt', dir = 'desc' }) => ({
    page,
    pageSize: usualPageSize,
    sortField: sort,
    sortDirection: dir,
    type,
    status,
  }),
  filters: [
    {
      name: 'type',
      label: 'Nach Typ filtern',
      all: 'Alle Typen',
      options: emailTypes.map((value) => ({ value, label: mailKinds[value].label })),
    },
    {
      name: 'status',
      label: 'Nach Status filtern',
      all: 'Alle Status',
      options: optionsOf(mailStatusLabels),
    },
  ],
  note: ({ total }: EmailLogPage) => <Badge>{`${total} Einträge`}</Badge>,
  actions: (refresh, data) => (
    <>
      {data?.resendable ? <ResendFailed /> : null}
      {refresh}
    </>
  ),
  show: ({ logs }, list) => (
    <Table
      label="E-Mail-Log"
      columns={columns}
      rows={logs}
      sorting={sortingOf(list, 'sentAt')}
      empty={<NoRows {...list} title="Keine E-Mails gefunden" />}
    />
  ),
});

function ResendFailed() {
  return (
    <ResendButton
      label="Alle fehlgeschlagenen erneut senden"
      send={async () =>
        resentSentence(
          (
            await request<ResendResponse>('POST', api.resendFailedMails, undefined, {
              patience: longPatience,
            })
          ).queued,
        )
      }
      failure="Die E-Mails konnten nicht erneut gesendet werden."
      // last on phones, so that the other button does not move when this one appears
      className="max-sm:order-last"
    />
  );
}

function resentSentence(count: number): string {
  if (count === 0) return 'Es ist keine E-Mail mehr da, die erneut gesendet werden kann.';
  return count === 1 ? '1 E-Mail wird erneut gesendet.' : `${count} E-Mails werden erneut gesendet.`;
}

const columns: (Column<EmailLog> & { id?: EmailLogSortField })[] = [
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
    cell: ({ subject }) => <Text>{subject}</Text>,
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
