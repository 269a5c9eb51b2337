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
import type { Actor } from '#domain/accounts/actors';
import { monthsAfter } from '#domain/dates';
import type { TariffChange, TariffRelease } from '#domain/tariffs/staff';
import { decideRelease, termsWith } from '#domain/tariffs/versions';
import type { Context } from '../../../context';
import { type Deed, perform } from '../../../deed';
import { refusals } from '../../../refusal';
import { pastDay, unconfirmed, unknown, versionView } from './answers';

export async function draftTariffs(context: Context, actor: Actor, { validFrom, ...changes }: TariffChange) {
  return await perform(context, actor, async ({ tx, at, today, record }) => {
    const active = await findActive(tx);
    if (!active) throw new Error('No tariffs are in force.');
    const row = await insertVersion(
      tx,
      {
        state: 'draft',
        validFrom: validFrom ?? firstOfNextMonth(today),
        terms: termsWith(active.terms, changes),
        createdBy: actor.username,
        releasedBy: null,
      },
      at,
    );
    await record('tariffs_drafted', [row.id]);
    return row;
  });
}

/** `version`: the one that the member of staff saw. */
export async function changeTariffs(
  context: Context,
  actor: Actor,
  id: string,
  { version, validFrom, ...changes }: TariffChange & { version: number },
) {
  return await perform(context, actor, async ({ tx, record }) => {
    const old = await findIn(tx, 'draft', id, version);
    const values = { validFrom: validFrom ?? old.validFrom, terms: termsWith(old.terms, changes) };
    const row = await changeVersion(tx, old, values);
    await record('tariffs_changed', [id]);
    return row;
  });
}

export async function deleteTariffs(context: Context, actor: Actor, id: string): Promise<void> {
  await perform(context, actor, async ({ tx, record }) => {
    await findIn(tx, 'draft', id);
    await deleteVersion(tx, id);
    await record('tariffs_deleted', [id]);
  });
}

/** If the day of the draft is today, it is in force when this resolves. */
export async function releaseTariffs(
  context: Context,
  actor: Actor,
  id: string,
  { version, confirm: confirmed = false }: TariffRelease,
) {
  return await perform(context, actor, async (deed) => {
    const { tx, today, record } = deed;
    const draft = await findIn(tx, 'draft', id, version);
    const release = decideRelease(await listVersions(tx), draft, { confirmed, today });
    if (release.kind === 'past_day') throw pastDay();
    if (release.kind === 'large_moves') throw unconfirmed(release.moves);
    for (const one of release.replaced) await backToDraft(deed, one);
    const released = await changeVersion(tx, draft, { state: 'released', releasedBy: actor.username });
    await record('tariffs_released', [id]);
    await activateDue(tx, today);
    return (await findVersion(tx, id)) ?? released;
  });
}

export async function takeBackTariffs(context: Context, actor: Actor, id: string) {
  return await perform(context, actor, async (deed) =>
    backToDraft(deed, await findIn(deed.tx, 'released', id)),
  );
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

async function findIn(
  tx: Deed['tx'],
  state: keyof typeof otherwise,
  id: string,
  version?: number,
): Promise<VersionRecord> {
  const row = await findVersion(tx, id);
  if (!row) throw unknown();
  if (row.state !== state) throw refusals.stale(otherwise[state], versionView(row));
  if (version !== undefined && row.version !== version)
    throw refusals.stale('Dieser Entwurf wurde inzwischen geändert.', versionView(row));
  return row;
}

function firstOfNextMonth(today: string): string {
  return `${monthsAfter(today, 1).slice(0, 7)}-01`;
}
