import { newOffer } from '#domain/offers/offers';
import type { MessageResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { standard } from '../../../http/schema';
import { queryDocs } from '../paging';
import { deleteOffer } from './deletion';
import { offerQuery, showOffers } from './list';
import { sendOffer } from './service';

export function staffOfferRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-offers')
    .get(api.staffOffers, ({ request, staff }) => showOffers(context, staff, request), {
      role: 'staff',
      detail: queryDocs(offerQuery),
    })
    .post(
      api.staffOffers,
      async ({ body, staff, set }) => {
        const row = await sendOffer(context, staff, body);
        set.status = 201;
        return row;
      },
      { role: 'staff', body: standard(() => newOffer(context.today())) },
    )
    .delete(
      api.staffOffer,
      async ({ id, staff }) => {
        await deleteOffer(context, staff, id);
        return { message: 'Das Angebot wurde gelöscht.' } satisfies MessageResponse;
      },
      { role: 'staff', byId: true },
    );
}
