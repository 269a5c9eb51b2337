import { useQuery } from '@tanstack/react-query';
import Mail from 'lucide-react/icons/mail';
import { usualPageSize } from '#domain/lists';
import { type EmailType, emailTypes, mailKinds } from '#domain/mails/kinds';
import { type EmailLogPage, emailLogSortFields } from '#domain/mails/log';
import type { ResendResponse } from '#domain/responses';
import { api, pages } from '#domain/urls';
import { longPatience, request } from '../../api';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ListPage } from '../ListPage';
import { pageQueryOf } from '../queries';
import type { Screen } from '../screen';
import { direction, oneOf, pageNumber, searchOf, useSearchState } from '../search';
import { Empty } from '../table/Empty';
import { Paged } from '../table/Paged';
import { Table } from '../table/Table';
import { FilterSelect, Toolbar } from '../table/Toolbar';
import { emailLogColumns } from './columns';
import { ResendButton } from './ResendButton';

const title = 'E-Mail-Log';

export const emailLogsSearch = searchOf({
  page: pageNumber,
  type: oneOf(emailTypes),
  sort: oneOf<string>(emailLogSortFields),
  dir: direction,
});

function EmailLogsPage() {
  const [{ page, type, sort = 'sentAt', dir = 'desc' }, change] = useSearchState(emailLogsSearch);
  const query = useQuery(
    pageQueryOf<EmailLogPage>(api.emailLogs, {
      page: page ?? 1,
      pageSize: usualPageSize,
      sortField: sort,
      sortDirection: dir,
      // without a filter the parameter is left out
      ...(type ? { type } : {}),
    }),
  );
  return (
    <ListPage
      title={title}
      failure={(message) => `Fehler beim Laden der E-Mail-Logs: ${message}`}
      query={query}
      note={({ total }) => <Badge>{`${total} Einträge`}</Badge>}
      actions={(refresh) => (
        <>
          {query.data?.resendable ? <ResendFailed /> : null}
          {refresh}
        </>
      )}
      toolbar={
        <Toolbar>
          <FilterSelect
            label="Nach Typ filtern"
            value={type ?? 'all'}
            options={types}
            onChange={(chosen) => change({ type: chosen === 'all' ? undefined : chosen, page: undefined })}
          />
        </Toolbar>
      }
    >
      {({ logs, totalPages }) => (
        <Paged page={page} totalPages={totalPages} old={query.isPlaceholderData} change={change}>
          {logs.length === 0 ? (
            <Empty title="Keine E-Mails gefunden">
              {type ? (
                <Button
                  look="secondary"
                  size="small"
                  onClick={() => change({ type: undefined, page: undefined })}
                >
                  Filter zurücksetzen
                </Button>
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
          )}
        </Paged>
      )}
    </ListPage>
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

const types: { value: EmailType | 'all'; label: string }[] = [
  { value: 'all', label: 'Alle Typen' },
  ...emailTypes.map((value) => ({ value, label: mailKinds[value].label })),
];
