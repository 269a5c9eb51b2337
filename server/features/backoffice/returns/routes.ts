import {
  applyRequest,
  checkMatch,
  type MatchedReturn,
  matchRequest,
  type OpenedReturn,
  type ReturnPage,
  type ReturnResult,
  type UploadedReturn,
} from '#domain/returns/returns';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { checkedBy, standard } from '../../../http/schema';
import { showList } from '../listings';
import { applyReturn } from './applying';
import { listDocs, listReturns, openReturn } from './files';
import { matchReturn } from './matching';
import { upload, uploadDocs } from './upload';

/** All lines of a file with their messages take half a minute. */
const longestApplySeconds = 240;

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
    )
    .post(
      api.matchReturn,
      ({ id, body, staff }): Promise<MatchedReturn> =>
        showList(context, staff, () => matchReturn(context, staff, id, body.mapping), personsIn),
      { role: 'staff', byId: true, body: checkedBy(matchRequest, checkMatch) },
    )
    .post(
      api.applyReturn,
      ({ id, body, request, server, staff }): Promise<ReturnResult> => {
        server?.timeout(request, longestApplySeconds);
        return applyReturn(context, staff, id, body);
      },
      { role: 'staff', byId: true, body: standard(() => applyRequest) },
    );
}

/** Each may name a person, whoever that is. */
function rowsOf({ id, rows }: OpenedReturn): string[] {
  return rows.map((_, index) => `${id} ${index}`);
}

function personsIn({ rows }: MatchedReturn): string[] {
  return rows.flatMap(({ applicationId }) => applicationId ?? []);
}
