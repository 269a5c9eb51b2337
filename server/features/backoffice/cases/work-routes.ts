/** Backoffice calls for the next case and for many cases at once. */
import { type BulkResult, bulkChange, nextRequest } from '#domain/cases/staff';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { ofObject, standard } from '../../../http/schema';
import { refusals } from '../../../refusal';
import { showList } from '../listings';
import { changeMany, nextCase } from './work';

export function caseWorkRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-case-work')
    .post(
      api.nextCase,
      async ({ body, staff, set }) => {
        const find = () => nextCase(context, staff, body.skip ?? []);
        const found = await showList(context, staff, find, (some) => (some ? [some.applicationId] : []));
        if (found) return found;
        set.status = 204;
      },
      { role: 'staff', body: ofObject(standard(() => nextRequest)) },
    )
    .post(
      api.bulkCases,
      async ({ body, staff }): Promise<BulkResult> => {
        const done = await changeMany(context, body, staff);
        if (done.kind === 'invalid') throw refusals.invalid(done.errors);
        return done.change;
      },
      { role: 'staff', body: standard(() => bulkChange) },
    );
}
