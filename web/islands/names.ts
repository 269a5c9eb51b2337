/** The islands and what each is given. */
import type { CallbackEntries } from '../../domain/callback';
import type { FieldError } from '../../domain/fields';
import type { Catalogue } from '../../domain/tariffs';

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
  tariffs: { catalogue: Catalogue; today: string };
};
export type IslandName = keyof IslandProps;
