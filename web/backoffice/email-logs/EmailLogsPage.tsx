import Mail from 'lucide-react/icons/mail';
import { formatInstant } from '#domain/format';
import { usualPageSize } from '#domain/lists';
import { emailTypes, mailKinds } from '#domain/mails/kinds';
import {
  bounceSentence,
  type EmailLog,
  type EmailLogPage,
  type EmailLogSortField,
  emailLogSortFields,
  isUncertain,
  type MailStatus,
  mailStatuses,
  mailStatusLabels,
  uncertainDelivery,
} from '#domain/mails/log';
import type { MessageResponse, ResendResponse } from '#domain/responses';
import { api, href, pages } from '#domain/urls';
import { patiently, request } from '../../api';
import { optionsOf } from '../../ui/fields';
import { Badge, type BadgeTone } from '../../ui/notices';
import { ActionButton } from '../buttons';
import { listScreen, NoRows, sortingOf } from '../ListPage';
import { direction, oneOf, pageNumber, searchOf } from '../screen';
import { ApplicationLink, EmailText, Moment, Text } from '../table/cells';
import { type Column, column, Table } from '../table/Table';

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
  what: 'der E-Mail-Logs',
  list: api.emailLogs,
  search: emailLogsSearch,
  asks: ({ page, type, status, sort: sortField = 'sentAt', dir: sortDirection = 'desc' }) => ({
    ...{ page, pageSize: usualPageSize, sortField, sortDirection, type, status },
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
    <ActionButton
      label="Alle fehlgeschlagenen erneut senden"
      busyLabel="Wird gesendet..."
      call={() => request<ResendResponse>('POST', api.resendFailedMails, undefined, patiently)}
      success={({ queued }) => resentSentence(queued)}
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

const sorted = (
  id: EmailLogSortField,
  header: string,
  cell: Column<EmailLog>['cell'],
  className?: string,
): Column<EmailLog> => ({ id, sortValue: 'server', header, cell, className });

const columns: Column<EmailLog>[] = [
  sorted('sentAt', 'Gesendet', ({ sentAt }) => <Moment iso={sentAt} />),
  sorted('emailType', 'Typ', ({ emailType }) => mailKinds[emailType].label),
  sorted('recipientEmail', 'Empfänger', (log) => <EmailText email={log.recipientEmail} />, 'xl:min-w-44'),
  sorted('subject', 'Betreff', ({ subject }) => <Text>{subject}</Text>),
  sorted('successful', 'Status', (log) => <MailOutcome log={log} />, 'xl:max-w-52'),
  column('Antrag-ID', ({ applicationId: id }) => (id ? <ApplicationLink id={id} /> : <span>-</span>)),
];

const tones: Record<MailStatus, BadgeTone> = {
  sent: 'positive',
  pending: 'waiting',
  failed: 'negative',
  bounced: 'negative',
};

export function MailOutcome({ log }: { log: EmailLog }) {
  const { id, status, attempts, bouncedAt } = log;
  const { label, reason } = describe(log);
  return (
    // inline on a card, so that it begins beside its label
    <div className="min-w-0 space-y-1 max-xl:inline">
      <p className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tones[status]}>{label}</Badge>
        {attempts > 1 ? <span className="text-sm text-ink-soft">{`${attempts} Versuche`}</span> : null}
      </p>
      {reason ? <p className="max-w-sm text-sm wrap-anywhere text-danger">{reason}</p> : null}
      {bouncedAt ? (
        <p className="text-sm text-ink-soft">{`Zurückgekommen am ${formatInstant(bouncedAt)}`}</p>
      ) : null}
      {status === 'failed' || status === 'bounced' ? (
        <ActionButton
          label="Nochmals zustellen"
          busyLabel="Wird gesendet..."
          call={() => request<MessageResponse>('POST', href(api.resendMail, { id }))}
          success={({ message }) => message}
          failure="Die E-Mail konnte nicht erneut gesendet werden."
        />
      ) : null}
    </div>
  );
}

function describe(log: EmailLog): { label: string; reason: string | null } {
  const { status, errorMessage } = log;
  if (status === 'bounced')
    return { label: mailStatusLabels[status], reason: bounceSentence(log.bounceCode) };
  if (!isUncertain(log)) return { label: mailStatusLabels[status], reason: errorMessage };
  // the badge says what the sentence begins with
  const why = errorMessage?.replace(/^[^:]*: /, '');
  const next = status === 'pending' ? 'Ein neuer Versuch folgt.' : 'Sie kann angekommen sein.';
  return { label: uncertainDelivery, reason: `${why} ${next}` };
}
