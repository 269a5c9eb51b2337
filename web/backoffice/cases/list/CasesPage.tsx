import FolderKanban from 'lucide-react/icons/folder-kanban';
import { type CasePage, caseViews } from '#domain/cases/staff';
import { api, pages } from '#domain/urls';
import { changing, pageQueryOf } from '../../calls';
import { PagedListPage, usePagedList } from '../../ListPage';
import { anyText, oneOf, pageNumber, type Screen, searchOf } from '../../screen';
import { SearchBox, Toolbar, WayOn } from '../../table/frame';
import { EarlierHandovers } from '../handovers/EarlierHandovers';
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
