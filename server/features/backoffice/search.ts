import { findPeople } from '#db/search/find';
import { searchQuery } from '#domain/search';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffRoutes } from '../../http/access';
import { queryDocs, readQuery } from './lists';

export function searchRoutes(context: Context) {
  const { db, site, noteList } = context;
  return staffRoutes(context, 'backoffice-search').get(
    api.search,
    async ({ request, staff }) => {
      const { q } = readQuery(request, searchQuery);
      const found = await findPeople(db, q, site.offerNow());
      const persons = found.people.filter(({ name, emails }) => name !== '' || emails.length > 0);
      noteList(
        staff,
        persons.flatMap(({ items }) => items.slice(0, 1).map(({ id }) => id)),
      );
      return found;
    },
    { detail: queryDocs(searchQuery) },
  );
}
