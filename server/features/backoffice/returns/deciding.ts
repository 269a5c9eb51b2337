import {
  applyRequest,
  checkMatch,
  type MatchedReturn,
  matchRequest,
  type ReturnResult,
} from '#domain/returns/returns';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { checkedBy, standard } from '../../../http/schema';
import { showList } from '../listings';
import { applyReturn } from './applying';
import { matchReturn } from './matching';

/** All lines of a file with their messages take half a minute. */
const longestApplySeconds = 240;

export function returnDecisionRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-return-decisions')
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

function personsIn({ rows }: MatchedReturn): string[] {
  return rows.flatMap(({ applicationId }) => applicationId ?? []);
}
