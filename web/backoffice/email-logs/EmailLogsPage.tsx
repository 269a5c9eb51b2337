import Mail from 'lucide-react/icons/mail';
import { usualPageSize } from '#domain/lists';
import { emailTypes, mailKinds } from '#domain/mails/kinds';
import { type EmailLogPage, emailLogSortFields, mailStatuses, mailStatusLabels } from '#domain/mails/log';
import type { ResendResponse } from '#domain/responses';
import { api, pages } from '#domain/urls';
import { longPatience, request } from '../../api';
import { Badge } from '../../ui/notices';
import { pageQueryOf } from '../calls';
import { PagedListPage, usePagedList } from '../ListPage';
import { direction, oneOf, pageNumber, type Screen, searchOf } from '../screen';
import { Empty, OptionalFilter, Toolbar, WayOn } from '../table/frame';
import { Table } from '../table/Table';
import { emailLogColumns } from './columns';
import { ResendButton } from './ResendButton';

const title = 'E-Mail-Log';

export const emailLogsSearch = searchOf({
  page: pageNumber,
  type: oneOf(emailTypes),
  status: oneOf(mailStatuses),
  sort: oneOf<string>(emailLogSortFields),
  dir: direction,
});

const newest = { sort: 'sentAt', dir: 'desc' } as const;

function EmailLogsPage() {
  const list = usePagedList(emailLogsSearch, ({ page, type, status, sort = newest.sort, dir = newest.dir }) =>
    pageQueryOf<EmailLogPage>(api.emailLogs, {
      page,
      pageSize: usualPageSize,
      sortField: sort,
      sortDirection: dir,
      type,
      status,
    }),
  );
  const { state, change, query } = list;
  const { type, status, sort = newest.sort, dir = newest.dir } = state;
  return (
    <PagedListPage
      list={list}
      title={title}
      what="der E-Mail-Logs"
      note={({ total }) => <Badge>{`${total} Einträge`}</Badge>}
      actions={(refresh) => (
        <>
          {query.data?.resendable ? <ResendFailed /> : null}
          {refresh}
        </>
      )}
      toolbar={
        <Toolbar>
          <OptionalFilter
            label="Nach Typ filtern"
            all="Alle Typen"
            value={type}
            options={types}
            onChange={(chosen) => change({ type: chosen, page: undefined })}
          />
          <OptionalFilter
            label="Nach Status filtern"
            all="Alle Status"
            value={status}
            options={statuses}
            onChange={(chosen) => change({ status: chosen, page: undefined })}
          />
        </Toolbar>
      }
    >
      {({ logs }) =>
        logs.length === 0 ? (
          <Empty title="Keine E-Mails gefunden">
            {type || status ? (
              <WayOn
                label="Filter zurücksetzen"
                onClick={() => change({ type: undefined, status: undefined, page: undefined })}
              />
            ) : null}
          </Empty>
        ) : (
          <Table
            label={title}
            columns={emailLogColumns}
            rows={logs}
            rowId={({ id }) => id}
            sorting={{
              field: sort,
              direction: dir,
              onSort: (field, to) => change({ sort: field, dir: to, page: undefined }),
            }}
          />
        )
      }
    </PagedListPage>
  );
}

export const screen: Screen = {
  path: pages.backofficeEmailLogs,
  title,
  icon: Mail,
  nav: 'main',
  search: emailLogsSearch,
  component: EmailLogsPage,
};

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

const types = emailTypes.map((value) => ({ value, label: mailKinds[value].label }));
const statuses = mailStatuses.map((value) => ({ value, label: mailStatusLabels[value] }));
