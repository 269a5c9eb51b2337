import type { VersionRecord } from '#db/tariffs/versions';
import { deductibles, tariffTypes } from '#domain/tariffs/catalogue';
import type { TariffVersion } from '#domain/tariffs/staff';
import { changeableOf, largestQuietMove, type PremiumMove } from '#domain/tariffs/versions';
import { isoOf } from '#domain/time';
import { Refusal, refusals } from '../../../refusal';

export function versionView(row: VersionRecord): TariffVersion {
  const { id, number, version, validFrom, state, terms, createdBy, createdAt, releasedBy } = row;
  const head = { id, number, version, validFrom, state };
  return {
    ...head,
    ...changeableOf(terms),
    createdBy,
    createdAt: isoOf(createdAt),
    releasedBy,
  };
}

export const unknown = () => refusals.notFound('Diese Tarife gibt es nicht.');
export const pastDay = () =>
  refusals.invalid([{ path: 'validFrom', message: 'Der Tag darf nicht in der Vergangenheit liegen' }]);

const columns: readonly number[] = deductibles;

export function unconfirmed(rows: PremiumMove[]): Refusal {
  const message = `Beiträge ändern sich um mehr als ${largestQuietMove} %. Bitte prüfen und bestätigen Sie das.`;
  const errors = rows.map(({ tariffType, selfParticipation, percent }) => ({
    path: `premiums.${tariffTypes.indexOf(tariffType)}.${columns.indexOf(selfParticipation)}`,
    message: `Ändert sich um ${percent?.toLocaleString('de-DE')} %`,
  }));
  return new Refusal(422, { message, errors, rows });
}
