import type { OpenedReturn, ReturnPage, UploadedReturn } from '#domain/returns/returns';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { showList } from '../listings';
import { listDocs, listReturns } from './list';
import { openReturn } from './opening';
import { upload, uploadDocs } from './upload';

export function returnRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-returns')
    .get(api.returns, ({ request }): Promise<ReturnPage> => listReturns(context, request), {
      role: 'staff',
      detail: listDocs,
    })
    .post(
      api.returns,
      async ({ request, staff, set }): Promise<UploadedReturn> => {
        const uploaded = await upload(context, request, staff);
        set.status = 201;
        return uploaded;
      },
      { role: 'staff', parse: 'none', detail: uploadDocs },
    )
    .get(
      api.return,
      ({ id, staff }): Promise<OpenedReturn> =>
        showList(context, staff, () => openReturn(context, id), rowsOf),
      { role: 'staff', byId: true },
    );
}

/** Each may name a person, whoever that is. */
function rowsOf({ id, rows }: OpenedReturn): string[] {
  return rows.map((_, index) => `${id} ${index}`);
}
