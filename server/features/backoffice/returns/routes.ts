import { readReturns } from '#db/returns/files';
import {
  applyRequest,
  checkMatch,
  type MatchedReturn,
  matchRequest,
  newReturn,
  type OpenedReturn,
  type ReturnPage,
  type ReturnResult,
} from '#domain/returns/returns';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { checkedBy, standard } from '../../../http/schema';
import { showList } from '../listings';
import { pageQuery, pages, queryDocs } from '../paging';
import { applyReturn } from './applying';
import { openReturn, viewOf } from './files';
import { matchReturn } from './matching';
import { upload } from './upload';

const query = pageQuery({});

/** All lines of a file with their messages take half a minute. */
const longestApplySeconds = 240;

export function returnRoutes(context: Context) {
  const list = pages(context, query, {
    read: (page) => readReturns(context.db, page),
    persons: null,
    page: ({ rows }, counted): ReturnPage => ({
      returns: rows.map((row) => viewOf(context, row)),
      ...counted,
    }),
  });
  return staffRoutes(context, 'backoffice-returns')
    .get(api.returns, list, { role: 'staff', detail: queryDocs(query) })
    .post(api.returns, ({ request, staff }) => upload(context, request, staff), {
      role: 'staff',
      parse: 'none',
      detail: queryDocs(newReturn),
      answers: { status: 201 },
    })
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
