import {
  activateDue,
  changeVersion,
  deleteVersion,
  findActive,
  findVersion,
  insertVersion,
  listVersions,
  type VersionRecord,
} from '#db/tariffs/versions';
import { monthsAfter } from '#domain/dates';
import { deductibles, tariffTypes } from '#domain/tariffs/catalogue';
import {
  changedTariffs,
  checkTariffChange,
  checkTariffs,
  newTariffs,
  type TariffChange,
  type TariffRelease,
  type TariffVersion,
  tariffRelease,
} from '#domain/tariffs/staff';
import {
  changeableOf,
  decideRelease,
  largestQuietMove,
  type PremiumMove,
  termsWith,
} from '#domain/tariffs/versions';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import type { Deed, StaffDeed } from '../../deed';
import { staffRoutes } from '../../http/access';
import { checkedBy, ofObject, standard } from '../../http/schema';
import { Refusal, refusals } from '../../refusal';

export function tariffVersionRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-tariffs', 'admin')
    .get(api.tariffVersions, async () => (await listVersions(context.db.read)).map(versionView))
    .post(api.tariffVersions, ({ body, act }) => act((deed) => draftTariffs(deed, body)), {
      body: ofObject(checkedBy(newTariffs, checkTariffs)),
      answers: { status: 201 },
    })
    .put(api.tariffVersion, ({ id, body, act }) => act((deed) => changeTariffs(deed, id, body)), {
      body: checkedBy(changedTariffs, checkTariffChange),
    })
    .delete(api.tariffVersion, ({ id, act }) => act((deed) => deleteTariffs(deed, id)), {
      answers: { message: 'Der Entwurf wurde gelöscht.' },
    })
    .post(api.releaseTariffs, ({ id, body, act }) => act((deed) => releaseTariffs(deed, id, body)), {
      body: ofObject(standard(() => tariffRelease)),
    })
    .delete(api.releaseTariffs, ({ id, act }) =>
      act(async (deed) => versionView(await backToDraft(deed, await findIn(deed.tx, 'released', id)))),
    );
}

async function draftTariffs(deed: StaffDeed, { validFrom, ...changes }: TariffChange) {
  const { tx, actor, at, today, record } = deed;
  const active = await findActive(tx);
  if (!active) throw new Error('No tariffs are in force.');
  const row = await insertVersion(tx, {
    state: 'draft',
    validFrom: validFrom ?? `${monthsAfter(today, 1).slice(0, 7)}-01`,
    terms: termsWith(active.terms, changes),
    ...{ createdBy: actor.username, releasedBy: null, createdAt: at },
  });
  await record('tariffs_drafted', [row.id]);
  return versionView(row);
}

async function changeTariffs(
  { tx, record }: Deed,
  id: string,
  { version, validFrom, ...changes }: TariffChange & { version: number },
) {
  const old = await findIn(tx, 'draft', id, version);
  const values = { validFrom: validFrom ?? old.validFrom, terms: termsWith(old.terms, changes) };
  const row = await changeVersion(tx, old, values);
  await record('tariffs_changed', [id]);
  return versionView(row);
}

async function deleteTariffs({ tx, record }: Deed, id: string): Promise<void> {
  await findIn(tx, 'draft', id);
  await deleteVersion(tx, id);
  await record('tariffs_deleted', [id]);
}

/** If the day of the draft is today, it is in force when this resolves. */
async function releaseTariffs(
  deed: StaffDeed,
  id: string,
  { version, confirm: confirmed = false }: TariffRelease,
) {
  const { tx, actor, today, record } = deed;
  const draft = await findIn(tx, 'draft', id, version);
  const release = decideRelease(await listVersions(tx), draft, { confirmed, today });
  if (release.kind === 'past_day') {
    throw refusals.invalid([
      { path: 'validFrom', message: 'Der Tag darf nicht in der Vergangenheit liegen' },
    ]);
  }
  if (release.kind === 'large_moves') throw unconfirmed(release.moves);
  for (const one of release.replaced) await backToDraft(deed, one);
  const released = await changeVersion(tx, draft, { state: 'released', releasedBy: actor.username });
  await record('tariffs_released', [id]);
  await activateDue(tx, today);
  return versionView((await findVersion(tx, id)) ?? released);
}

async function backToDraft({ tx, record }: Deed, row: VersionRecord): Promise<VersionRecord> {
  const draft = await changeVersion(tx, row, { state: 'draft', releasedBy: null });
  await record('tariffs_taken_back', [row.id]);
  return draft;
}

const otherwise = {
  draft: 'Das geht nur mit einem Entwurf.',
  released: 'Zurücknehmen lässt sich nur eine Freigabe, die noch nicht gilt.',
};

async function findIn(tx: Deed['tx'], state: keyof typeof otherwise, id: string, version?: number) {
  const row = await findVersion(tx, id);
  if (!row) throw refusals.notFound('Diese Tarife gibt es nicht.');
  if (row.state !== state) throw refusals.stale(otherwise[state], versionView(row));
  if (version !== undefined && row.version !== version)
    throw refusals.stale('Dieser Entwurf wurde inzwischen geändert.', versionView(row));
  return row;
}

function versionView(row: VersionRecord): TariffVersion {
  const { id, number, version, validFrom, state, terms, createdBy, createdAt, releasedBy } = row;
  const by = { createdBy, createdAt: isoOf(createdAt), releasedBy };
  return { id, number, version, validFrom, state, ...changeableOf(terms), ...by };
}

const columns: readonly number[] = deductibles;

function unconfirmed(rows: PremiumMove[]): Refusal {
  const message = `Beiträge ändern sich um mehr als ${largestQuietMove} %. Bitte prüfen und bestätigen Sie das.`;
  const errors = rows.map(({ tariffType, selfParticipation, percent }) => ({
    path: `premiums.${tariffTypes.indexOf(tariffType)}.${columns.indexOf(selfParticipation)}`,
    message: `Ändert sich um ${percent?.toLocaleString('de-DE')} %`,
  }));
  return new Refusal(422, { message, errors, rows });
}
