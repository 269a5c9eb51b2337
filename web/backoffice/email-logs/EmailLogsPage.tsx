import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import {
  type EmailLog,
  type EmailLogPage,
  type EmailLogSortField,
  emailLogPageSize,
  emailLogSortFields,
} from '#domain/backoffice/mail-log';
import { type EmailType, emailTypes, mailKinds } from '#domain/mails';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { failureOf } from '../failure';
import { Page } from '../Page';
import { emailLogsQuery } from '../queries';
import { screens } from '../screens';
import type { EmailLogsSearch } from '../search';
import { staffApi } from '../staff-api';
import { DataTable } from '../table/DataTable';
import { ListEmpty, ListError, ListLoading } from '../table/ListState';
import { Pager } from '../table/Pager';
import { FilterSelect, RefreshButton, Toolbar } from '../table/Toolbar';
import { useDataTable } from '../table/useDataTable';
import { emailLogColumns } from './columns';
import { ResendButton } from './ResendButton';

const route = getRouteApi('/backoffice/email-logs');

/** Every mail that was tried, by the page (spec 2, "E-mail log"). */
export function EmailLogsPage() {
  const { question, change } = useQuestion();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(emailLogsQuery(question));
  const retry = () => void refetch();
  useWayBack(isPlaceholderData ? undefined : data, question.page, change);
  return (
    <Page
      title={screens.emailLogs.title}
      note={data ? <Badge>{`${data.total} Einträge`}</Badge> : undefined}
      actions={
        <>
          {data?.resendable ? <ResendFailed /> : null}
          <RefreshButton busy={isFetching && data !== undefined} onRefresh={retry} />
        </>
      }
    >
      <Toolbar>
        <FilterSelect
          label="Nach Typ filtern"
          value={question.type}
          options={types}
          onChange={(type) => change({ type: type === 'all' ? undefined : type, page: undefined })}
        />
      </Toolbar>
      {error ? (
        <ListError message={`Fehler beim Laden der E-Mail-Logs: ${failureOf(error)}`} onRetry={retry} />
      ) : null}
      {data ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          <EmailLogList
            logs={data.logs}
            question={question}
            onSort={(sort, dir) => change({ sort, dir, page: undefined })}
            onShowAll={() => change({ type: undefined, page: undefined })}
          />
        </div>
      ) : null}
      {data || error ? null : <ListLoading />}
      {data ? (
        <Pager
          page={question.page}
          totalPages={data.totalPages}
          onPage={(page) => change({ page: page > 1 ? page : undefined })}
        />
      ) : null}
    </Page>
  );
}

function ResendFailed() {
  return (
    <ResendButton
      label="Alle fehlgeschlagenen erneut senden"
      send={async () => resentSentence((await staffApi.resendFailedMails()).queued)}
      failure="Die E-Mails konnten nicht erneut gesendet werden."
      // it comes and goes, and the other button stays where it is
      className="max-sm:order-last"
    />
  );
}

function resentSentence(count: number): string {
  if (count === 0) return 'Es ist keine E-Mail mehr da, die erneut gesendet werden kann.';
  return count === 1 ? '1 E-Mail wird erneut gesendet.' : `${count} E-Mails werden erneut gesendet.`;
}

type Question = ReturnType<typeof useQuestion>['question'];
type ListProps = {
  logs: EmailLog[];
  question: Question;
  onSort: (field: EmailLogSortField | undefined, direction: 'asc' | 'desc') => void;
  onShowAll: () => void;
};

function EmailLogList({ logs, question, onSort, onShowAll }: ListProps) {
  const sorting = { field: question.sortField, direction: question.sortDirection };
  const table = useDataTable({ rows: logs, columns: emailLogColumns, rowId, sorting, sorted: true });
  if (logs.length === 0) {
    return (
      <ListEmpty title="Keine E-Mails gefunden">
        {question.type === 'all' ? null : (
          <Button look="secondary" size="small" onClick={onShowAll}>
            Filter zurücksetzen
          </Button>
        )}
      </ListEmpty>
    );
  }
  return (
    <DataTable
      label="E-Mail-Log"
      table={table}
      columns={emailLogColumns}
      sorting={sorting}
      onSort={({ field, direction }) =>
        onSort(
          emailLogSortFields.find((known) => known === field),
          direction,
        )
      }
    />
  );
}

const rowId = ({ id }: EmailLog) => id;
const types: { value: EmailType | 'all'; label: string }[] = [
  { value: 'all', label: 'Alle Typen' },
  ...emailTypes.map((value) => ({ value, label: mailKinds[value].label })),
];

/** What the address asks of the server, and the way to ask something else. */
function useQuestion() {
  const { page = 1, type = 'all', sort = 'sentAt', dir = 'desc' } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: Partial<EmailLogsSearch>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace, resetScroll: 'page' in part });
  const question = { page, pageSize: emailLogPageSize, sortField: sort, sortDirection: dir, type } as const;
  return { question, change };
}

/** A page behind the last one, of an old address or after deletions, gives way to the last one. */
function useWayBack(
  loaded: EmailLogPage | undefined,
  page: number,
  change: (part: EmailLogsSearch, replace: boolean) => void,
) {
  const last = Math.max(1, loaded?.totalPages ?? page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is another one each time
  useEffect(() => {
    if (page > last) change({ page: last > 1 ? last : undefined }, true);
  }, [page, last]);
}
