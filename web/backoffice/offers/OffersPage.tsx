import FileText from 'lucide-react/icons/file-text';
import { pages } from '#domain/urls';
import { Badge } from '../../ui/notices';
import { PagedListPage } from '../ListPage';
import type { Screen } from '../screen';
import { Table } from '../table/Table';
import { offerColumns } from './columns';
import { NoOffers, OfferTools } from './finding';
import { SendOffer } from './SendOffer';
import { offersSearch, useOffers } from './search';

const title = 'Angebote';

function OffersPage() {
  const list = useOffers();
  return (
    <PagedListPage
      list={list}
      title={title}
      what="der Angebote"
      note={({ total }) => <Badge>{total === 1 ? '1 Angebot' : `${total} Angebote`}</Badge>}
      actions={(refresh) => (
        <>
          <SendOffer />
          {refresh}
        </>
      )}
      toolbar={<OfferTools list={list} />}
    >
      {({ offers }) =>
        offers.length === 0 ? (
          <NoOffers list={list} />
        ) : (
          <Table label={title} columns={offerColumns} rows={offers} rowId={({ id }) => id} />
        )
      }
    </PagedListPage>
  );
}

export const screen: Screen = {
  path: pages.backofficeOffers,
  title,
  icon: FileText,
  nav: 'main',
  search: offersSearch,
  component: OffersPage,
};
