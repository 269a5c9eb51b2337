import { oneOf, searchOf } from '../search';

export const detailsSearch = searchOf({
  tab: oneOf(['horse', 'contact', 'tariff', 'policyholder', 'sepa', 'emails']),
});
export type DetailTab = NonNullable<ReturnType<typeof detailsSearch>['tab']>;
