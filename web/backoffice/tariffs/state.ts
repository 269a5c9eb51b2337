import { useQueryClient } from '@tanstack/react-query';
import { isUuid } from '#domain/ids';
import type { TariffVersion } from '#domain/tariffs/staff';
import { api } from '#domain/urls';
import { queryOf } from '../calls';
import { searchOf } from '../screen';

const uuid = (value: unknown) => (typeof value === 'string' && isUuid(value) ? value : undefined);

/** The id of the draft that is edited, or of the version that is shown; neither: the list. */
export const tariffsSearch = searchOf({ edit: uuid, preview: uuid });

/** Returns a function that puts a version into the cached list, so that it can be shown at once. */
export function useStored() {
  const client = useQueryClient();
  const { queryKey } = queryOf<TariffVersion[]>(api.tariffVersions);
  return (version: TariffVersion): TariffVersion => {
    client.setQueryData<TariffVersion[]>(queryKey, (known = []) =>
      [version, ...known.filter(({ id }) => id !== version.id)].toSorted(
        (one, other) => other.number - one.number,
      ),
    );
    return version;
  };
}
