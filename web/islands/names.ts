/** The islands and what each is given. */

import type { CallbackEntries } from '#domain/callback';
import type { FieldError } from '#domain/fields';
import type { Choice } from '#domain/tariffs/calculator';
import type { Catalogue } from '#domain/tariffs/catalogue';

export type IslandProps = {
  callback: {
    /** Where the visitor comes from; null: not known to the server, the browser reads its own address. */
    source: string | null;
    entries: CallbackEntries;
    errors: FieldError[];
    /** A sentence about the whole form, when no field is to blame. */
    notice: string | null;
    /** Sent already, without JavaScript. */
    sent: boolean;
  };
  tariffs: {
    catalogue: Catalogue;
    today: string;
    /** What was chosen without JavaScript. */
    chosen?: Choice;
    /** Where the visitor comes from, to be kept when he chooses without JavaScript. */
    source?: string;
  };
};
export type IslandName = keyof IslandProps;
