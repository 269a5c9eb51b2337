/** The ids that clients make, so that a repeated call stores nothing twice. */
import { Refine, String as StringType } from 'typebox';
import { isUuid } from './ids';

const message = 'Die Kennung ist ungültig';

export const clientId = Refine(
  StringType({ errorMessage: message, normalise: (value: string) => value.toLowerCase() }),
  isUuid,
  () => message,
);
