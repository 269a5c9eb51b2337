import type { Salutation } from '#domain/people';

export type Person = { salutation: Salutation; firstName: string; lastName: string };

/** `Guten Tag Frau Sommer`, or the full name for `diverse`. */
export function greeting({ salutation, firstName, lastName }: Person): string {
  const titles: Record<Salutation, string> = { mr: 'Herr', mrs: 'Frau', diverse: firstName };
  return `Guten Tag ${titles[salutation]} ${lastName}`;
}
