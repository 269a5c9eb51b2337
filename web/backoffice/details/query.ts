import type { ApplicationDetails } from '#domain/applications/staff';
import { api, href } from '#domain/urls';
import { queryOf } from '../queries';

export const detailsQuery = (id: string) => queryOf<ApplicationDetails>(href(api.details, { id }));
