import type { CallbackEntries } from '#domain/callbacks/request';
import type { FieldError } from '#domain/fields';
import type { ComparisonRow } from '#domain/landing-facts';
import type { Choice } from '#domain/tariffs/calculator';
import type { Catalogue } from '#domain/tariffs/catalogue';

export type IslandProps = {
  callback: {
    /** Where the visitor comes from; null if the server does not know: the browser then reads its address. */
    source: string | null;
    entries: CallbackEntries;
    errors: FieldError[];
    /** A message about the whole form instead of a field. */
    notice: string | null;
    /** The form was sent without JavaScript. */
    sent: boolean;
    serviceHours: string;
  };
  tariffs: {
    catalogue: Catalogue;
    comparison: ComparisonRow[];
    today: string;
    chosen?: Choice;
    /** Where the visitor comes from. The form passes it on if it is submitted without JavaScript. */
    source?: string;
  };
};
export type IslandName = keyof IslandProps;
