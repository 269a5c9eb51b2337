/** What stands for stored data where a page says which data it showed. It changes with the data, and reveals none of it. */
import type { ApplicationRecord } from '#db/applications/find';
import { type SetRecord, type Sets, setFields } from '#domain/application';
import { type SetKey, setKeys } from '#domain/steps/all';
import type { Config } from '../../config';
import { keyedHash } from '../../keyed-hash';

type Owned = Pick<ApplicationRecord, 'id' | 'authorHash' | 'adviceWaiver'>;

/** Of one data set as the applicant entered it: the price has its own header. */
export function stateOfSet<K extends SetKey>(
  config: Config,
  { id, authorHash }: Omit<Owned, 'adviceWaiver'>,
  key: K,
  record: SetRecord[K],
): string {
  const entered = Object.keys(setFields[key]).map((name) => Reflect.get(record, name) ?? null);
  // or whoever has the id could save one account after the other and see when the state of the stored one returns
  const author = key === 'sepa-mandate' ? authorHash : null;
  return keyedHash(config, 'shown-state')(JSON.stringify([id, key, author, entered])).slice(0, 22);
}

/** Of everything that the overview shows: the five data sets in their order, then the waiver of advice. */
export function stateOf(config: Config, application: Owned, sets: Sets): string {
  const stateIn = <K extends SetKey>(key: K) => {
    const record = sets[key];
    return record ? stateOfSet(config, application, key, record) : '';
  };
  return [...setKeys.map(stateIn), application.adviceWaiver].join('.');
}
