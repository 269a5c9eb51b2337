import { useQuery } from '@tanstack/react-query';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import { useRef, useState } from 'react';
import { type CasePage, caseViews } from '#domain/cases/staff';
import type { Handover, HandoverPage } from '#domain/cases/staff-handovers';
import { formatDay } from '#domain/dates';
import { formatInstant } from '#domain/format';
import { api, pages } from '#domain/urls';
import { Button } from '../../../ui/button';
import { Fold } from '../../../ui/fold';
import { Badge } from '../../../ui/notices';
import { changing, loadFailure, pageQueryOf } from '../../calls';
import { PagedListPage, usePagedList } from '../../ListPage';
import { LoadFailed } from '../../Page';
import { anyText, oneOf, pageNumber, type Screen, searchOf } from '../../screen';
import { Paged, SearchBox, Toolbar, useFocusAfter, WayOn } from '../../table/frame';
import { downloadHandover } from '../handovers/file';
import { confirmLabel, downloadLabel, HandoverDialog } from '../handovers/HandoverDialog';
import { NextCaseButton } from '../NextCaseButton';
import { useDueCases } from '../queries';
import { CaseList } from './CaseList';
import { usualView, Views } from './Views';

const title = 'Vorgänge';
/** What one person handles on a Monday morning fits on one page. */
const pageSize = 50;

const casesSearch = searchOf({ view: oneOf(caseViews), q: anyText, page: pageNumber });

function CasesPage() {
  const list = usePagedList(casesSearch, ({ view = usualView, page, q }) => ({
    ...pageQueryOf<CasePage>(api.cases, { view, page, pageSize, q }),
    ...changing,
  }));
  const { state, change, query } = list;
  const { view = usualView, q } = state;
  return (
    <PagedListPage
      list={list}
      title={title}
      what="der Vorgänge"
      actions={(refresh) => (
        <>
          {refresh}
          <NextCaseButton />
        </>
      )}
      toolbar={
        <>
          <Views active={view} q={q} />
          <Toolbar count={query.data ? found(query.data.total) : undefined}>
            <SearchBox
              label="Vorgänge durchsuchen"
              placeholder="Name, Pferd, Telefon oder Police suchen..."
              value={q ?? ''}
              onChange={(typed) => change({ q: typed || undefined, page: undefined }, true)}
              wide
            />
          </Toolbar>
        </>
      }
      below={() => <EarlierHandovers />}
    >
      {({ cases }) => (
        <CaseList cases={cases}>
          {q && view !== 'all' ? (
            <WayOn
              label="In allen Vorgängen suchen"
              onClick={() => change({ view: 'all', page: undefined })}
            />
          ) : null}
        </CaseList>
      )}
    </PagedListPage>
  );
}

export const screen: Screen = {
  path: pages.backofficeCases,
  title,
  icon: FolderKanban,
  nav: 'main',
  useCount: useDueCases,
  countWord: 'fällig',
  search: casesSearch,
  component: CasesPage,
};

function found(total: number): string {
  return total === 1 ? '1 Vorgang' : `${total.toLocaleString('de-DE')} Vorgänge`;
}

function EarlierHandovers() {
  const [open, setOpen] = useState(false);
  return (
    <Fold
      title="Frühere Übergaben"
      className="mt-8 print:hidden"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {open ? <Handovers /> : null}
    </Fold>
  );
}

function Handovers() {
  const [page, setPage] = useState<number>();
  const query = useQuery({
    ...pageQueryOf<HandoverPage>(api.handovers, { page: page ?? 1, pageSize: 10 }),
    ...changing,
  });
  const { data, error, isPlaceholderData, refetch } = query;
  return (
    <div className="border-t border-line px-4 py-4 sm:px-6">
      {error ? (
        <LoadFailed onRetry={() => void refetch()}>{loadFailure('der Übergaben', error)}</LoadFailed>
      ) : null}
      {data || error ? null : <p role="status">Wird geladen...</p>}
      {data ? (
        <Paged
          page={page}
          totalPages={data.totalPages}
          old={isPlaceholderData}
          change={(part) => setPage(part.page)}
        >
          {data.handovers.length === 0 ? (
            <p className="text-ink-soft">Noch wurde kein Antrag übergeben.</p>
          ) : (
            <ul className="divide-y divide-line">
              {data.handovers.map((one) => (
                <Row key={one.id} handover={one} />
              ))}
            </ul>
          )}
        </Paged>
      ) : null}
    </div>
  );
}

function Row({ handover }: { handover: Handover }) {
  const { id, at, username, format, count, confirmedOn } = handover;
  const [open, setOpen] = useState(false);
  const text = useRef<HTMLParagraphElement>(null);
  // a confirmation removes the button that opened the dialog
  useFocusAfter(open, text);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <p id={`uebergabe-${id}`} ref={text} tabIndex={-1} className="min-w-0 grow outline-none wrap-anywhere">
        <span className="mr-2 font-semibold tabular-nums">{formatInstant(at)}</span>
        <span className="text-ink-soft">
          {`${count === 1 ? '1 Antrag' : `${count} Anträge`} · ${format.toUpperCase()} · ${username}`}
        </span>
      </p>
      {confirmedOn ? <Badge tone="positive">{`Übermittelt am ${formatDay(confirmedOn)}`}</Badge> : null}
      {count > 0 ? (
        <Button
          look="secondary"
          size="small"
          aria-describedby={`uebergabe-${id}`}
          onClick={() => void downloadHandover(handover)}
        >
          {downloadLabel}
        </Button>
      ) : null}
      {count > 0 && confirmedOn === null ? (
        <Button
          look="secondary"
          size="small"
          aria-describedby={`uebergabe-${id}`}
          onClick={() => setOpen(true)}
        >
          {confirmLabel}
        </Button>
      ) : null}
      <HandoverDialog shown={open ? { ...handover, cases: [] } : null} onClose={() => setOpen(false)} />
    </li>
  );
}
