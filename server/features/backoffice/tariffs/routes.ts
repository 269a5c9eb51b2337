/** The versions of the tariffs, for administrators. */
import { Elysia } from 'elysia';
import {
  changeDraft,
  createDraft,
  deleteDraft,
  listVersions,
  releaseDraft,
  takeBackRelease,
} from '#db/tariffs/versions';
import { monthsAfter } from '#domain/dates';
import {
  changedTariffs,
  checkTariffChange,
  checkTariffs,
  newTariffs,
  type TariffChange,
  type TariffVersion,
  tariffRelease,
} from '#domain/tariffs/staff';
import { type TariffTerms, termsWith } from '#domain/tariffs/versions';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { checkedBy, ofObject, standard, uuidOf } from '../../../http/schema';
import { answerOf, type Outcome, versionView } from './answers';

export function tariffVersionRoutes(context: Context) {
  const { db, now, today } = context;
  return new Elysia({ name: 'backoffice-tariffs' })
    .use(staffAccess(context))
    .get(
      api.tariffVersions,
      async () => (await listVersions(db.read)).map(versionView) satisfies TariffVersion[],
      { role: 'admin' },
    )
    .post(
      api.tariffVersions,
      async ({ body: { validFrom = firstOfNextMonth(today()), ...changes }, staff, set }) => {
        const row = await createDraft(db, { validFrom, termsFrom: changed(changes) }, staff, now());
        set.status = 201;
        return versionView(row);
      },
      { role: 'admin', body: ofObject(checkedBy(newTariffs, checkTariffs)) },
    )
    .put(
      api.tariffVersion,
      async ({ params, body: { version, validFrom, ...changes }, staff }) => {
        const change = { version, validFrom, termsFrom: changed(changes) };
        return answerOf(await changeDraft(db, uuidOf(params.id), change, staff, now()), 'draft');
      },
      { role: 'admin', body: checkedBy(changedTariffs, checkTariffChange) },
    )
    .delete(
      api.tariffVersion,
      async ({ params, staff }) => {
        const outcome: Outcome = await deleteDraft(db, uuidOf(params.id), staff, now());
        if (outcome.kind !== 'deleted') return answerOf(outcome, 'draft');
        return { message: 'Der Entwurf wurde gelöscht.' };
      },
      { role: 'admin' },
    )
    .use(releaseRoutes(context));
}

function releaseRoutes(context: Context) {
  const { db, now, today } = context;
  return new Elysia({ name: 'backoffice-tariff-release' })
    .use(staffAccess(context))
    .post(
      api.releaseTariffs,
      async ({ params, body: { confirm, version }, staff }) => {
        const release = { version, confirmed: confirm === true, today: today() };
        return answerOf(await releaseDraft(db, uuidOf(params.id), release, staff, now()), 'draft');
      },
      { role: 'admin', body: ofObject(standard(() => tariffRelease)) },
    )
    .delete(
      api.releaseTariffs,
      async ({ params, staff }) =>
        answerOf(await takeBackRelease(db, uuidOf(params.id), staff, now()), 'released'),
      { role: 'admin' },
    );
}

function changed(changes: Omit<TariffChange, 'validFrom'>) {
  return (terms: TariffTerms) => termsWith(terms, changes);
}

function firstOfNextMonth(today: string): string {
  return `${monthsAfter(today, 1).slice(0, 7)}-01`;
}
