/** Errors with an HTTP status. Services return outcomes; routes and plugins turn them into refusals. */

import { type Checked, type FieldError, idTaken } from '#domain/fields';
import type { PremiumMove } from '#domain/tariffs/versions';

type RefusalBody = {
  message: string;
  errors?: FieldError[];
  missing?: string[];
  monthlyPremium?: number;
  /** What somebody else has made of it meanwhile. */
  current?: unknown;
  rows?: PremiumMove[];
  secondFactor?: true;
};

/** Ends a request with a status and a message that the user can read. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: RefusalBody,
    readonly headers: Record<string, string> = {},
    /** Answers a plain form, which gets a page also below `/api`. */
    readonly toForm = false,
  ) {
    super(body.message);
  }
}

/** Says nothing of the reason; forms replace it by a sentence of their own. */
export const tooManyMessage = 'Zu viele Anfragen. Bitte versuchen Sie es in Kürze erneut.';

export const refusals = {
  notJson: () => new Refusal(400, { message: 'Der Inhalt der Anfrage ist kein gültiges JSON.' }),
  badAddress: () => new Refusal(400, { message: 'Die Adresse der Anfrage ist ungültig.' }),
  unauthorized: (message = 'Bitte melden Sie sich an.') => new Refusal(401, { message }),
  forbidden: (message = 'Dafür fehlt Ihnen die Berechtigung.') => new Refusal(403, { message }),
  foreign: () => new Refusal(403, { message: 'Anfragen von fremden Seiten werden nicht angenommen.' }),
  notFound: (message = 'Das Gesuchte gibt es nicht.') => new Refusal(404, { message }),
  unknownApplication: () => new Refusal(404, { message: 'Diesen Antrag gibt es nicht.' }),
  conflict: (message: string) => new Refusal(409, { message }),
  idTaken: () => new Refusal(409, { message: idTaken }),
  withoutAddress: () => new Refusal(409, { message: 'Zu diesem Antrag gibt es noch keine E-Mail-Adresse.' }),
  stale: (message: string, current: unknown) => new Refusal(409, { message, current }),
  tooLarge: () => new Refusal(413, { message: 'Die Anfrage ist zu groß.' }),
  wrongType: () => new Refusal(415, { message: 'Die Anfrage muss vom Typ application/json sein.' }),
  invalid: (errors: FieldError[]) => new Refusal(422, { message: 'Bitte prüfen Sie Ihre Eingaben.', errors }),
  unavailable: () =>
    new Refusal(
      503,
      { message: 'Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es später erneut.' },
      { 'retry-after': '5' },
    ),
  notDelivered: (message: string) => new Refusal(502, { message }),
  busy: () => refusals.tooMany(5),
  tooMany: (seconds: number, message = tooManyMessage) =>
    new Refusal(429, { message }, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) }),
};

/** @throws Refusal 422 */
export function valid<T>(checked: Checked<T>): T {
  if (!checked.ok) throw refusals.invalid(checked.errors);
  return checked.value;
}
