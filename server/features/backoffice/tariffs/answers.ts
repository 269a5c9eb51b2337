/** What the calls about tariffs answer. */
import type {
  changeDraft,
  deleteDraft,
  releaseDraft,
  takeBackRelease,
  VersionRecord,
} from '#db/tariffs/versions';
import { deductibles, tariffTypes } from '#domain/tariffs/catalogue';
import type { TariffVersion } from '#domain/tariffs/staff';
import { changeableOf, largestQuietMove, type PremiumMove } from '#domain/tariffs/versions';
import { Refusal, refusals } from '../../../refusal';

export type Outcome = Awaited<
  ReturnType<typeof changeDraft | typeof deleteDraft | typeof releaseDraft | typeof takeBackRelease>
>;

/** A version as staff see it. */
export function versionView(row: VersionRecord): TariffVersion {
  const { id, number, version, validFrom, state, terms, createdBy, createdAt, releasedBy } = row;
  const head = { id, number, version, validFrom, state };
  return {
    ...head,
    ...changeableOf(terms),
    createdBy,
    createdAt: new Date(createdAt).toISOString(),
    releasedBy,
  };
}

/**
 * The changed version.
 * @throws Refusal for every other outcome of a call that needs a version in the state `needed`
 */
export function answerOf(outcome: Outcome, needed: 'draft' | 'released'): TariffVersion {
  switch (outcome.kind) {
    case 'changed':
      return versionView(outcome.row);
    case 'wrong_state':
      throw conflict(reasons[needed], outcome.current);
    case 'stale':
      throw conflict('Dieser Entwurf wurde inzwischen geändert.', outcome.current);
    case 'past_day':
      throw refusals.invalid([
        { path: 'validFrom', message: 'Der Tag darf nicht in der Vergangenheit liegen' },
      ]);
    case 'large_moves':
      throw unconfirmed(outcome.moves);
    default:
      throw refusals.notFound('Diese Tarife gibt es nicht.');
  }
}

const reasons = {
  draft: 'Das geht nur mit einem Entwurf.',
  released: 'Zurücknehmen lässt sich nur eine Freigabe, die noch nicht gilt.',
};

function conflict(message: string, current: VersionRecord): Refusal {
  return new Refusal(409, { message, current: versionView(current) });
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
