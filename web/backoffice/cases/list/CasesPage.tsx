import { useQuery } from '@tanstack/react-query';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import { type CasePage, caseViews } from '#domain/cases/staff';
import { api, pages } from '#domain/urls';
import { Button } from '../../../ui/button';
import { ListPage } from '../../ListPage';
import { pageQueryOf } from '../../queries';
import type { Screen } from '../../screen';
import { anyText, oneOf, pageNumber, searchOf, useSearchState } from '../../search';
import { Paged } from '../../table/Paged';
import { SearchBox, Toolbar } from '../../table/Toolbar';
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
  const [{ view = usualView, q, page }, change] = useSearchState(casesSearch);
  const query = useQuery({
    ...pageQueryOf<CasePage>(api.cases, { view, page: page ?? 1, pageSize, ...(q ? { q } : {}) }),
    // colleagues work on the same list
    staleTime: 0,
  });
  return (
    <ListPage
      title={title}
      failure={(message) => `Fehler beim Laden der Vorgänge: ${message}`}
      query={query}
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
    >
      {({ cases, totalPages }) => (
        <>
          <Paged page={page} totalPages={totalPages} old={query.isPlaceholderData} change={change}>
            <CaseList cases={cases}>
              {q && view !== 'all' ? (
                <Button
                  look="secondary"
                  size="small"
                  onClick={() => change({ view: 'all', page: undefined })}
                >
                  In allen Vorgängen suchen
                </Button>
              ) : null}
            </CaseList>
          </Paged>
          <EarlierHandovers />
        </>
      )}
    </ListPage>
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
