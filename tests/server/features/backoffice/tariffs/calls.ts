/** The calls about tariffs, as an administrator makes them. */

import { firstCatalogue } from '#domain/landing-facts';
import type { TariffVersion } from '#domain/tariffs/staff';
import { changeableOf } from '#domain/tariffs/versions';
import { api, href } from '#domain/urls';
import type { Staff } from '../staff';

/** The premiums of the first version, but another one for Top with 250 EUR (44.58 at first). */
export function withTop250(amount: number): (number | null)[][] {
  const [basis = [], top = [], premium = []] = changeableOf(firstCatalogue).premiums;
  return [basis, top.with(1, amount), premium];
}

export function callsOf({ ask, list }: Staff) {
  const path = ({ id }: Pick<TariffVersion, 'id'>) => href(api.tariffVersion, { id });
  const releasePath = ({ id }: Pick<TariffVersion, 'id'>) => href(api.releaseTariffs, { id });
  const all = () => list<TariffVersion>(api.tariffVersions);
  return {
    list: all,
    find: async (id: string) => (await all()).find((one) => one.id === id) as TariffVersion,
    draft: async (given: object = {}) => {
      const { status, body } = await ask('POST', api.tariffVersions, given);
      if (status !== 201) throw new Error(`The draft was answered with ${status}.`);
      return body as TariffVersion;
    },
    change: (version: TariffVersion, given: object) =>
      ask('PUT', path(version), { version: version.version, ...given }),
    remove: (version: TariffVersion) => ask('DELETE', path(version)),
    release: (version: TariffVersion, given: object = {}) => ask('POST', releasePath(version), given),
    takeBack: (version: TariffVersion) => ask('DELETE', releasePath(version)),
  };
}
