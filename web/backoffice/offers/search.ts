import { usualPageSize } from '#domain/lists';
import type { OfferPage } from '#domain/offers/offers';
import { api } from '#domain/urls';
import { changing, pageQueryOf } from '../calls';
import { usePagedList } from '../ListPage';
import { anyText, pageNumber, searchOf } from '../screen';

export const offersSearch = searchOf({ q: anyText, source: anyText, page: pageNumber });

export function useOffers() {
  return usePagedList(offersSearch, ({ page, ...search }) => ({
    ...pageQueryOf<OfferPage>(api.staffOffers, { ...search, page, pageSize: usualPageSize }),
    ...changing,
  }));
}
