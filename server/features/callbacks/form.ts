/** The callback form as a browser without JavaScript posts it (contract 2, "Callback"). */
import type { CallbackEntries } from '#domain/callback';
import type { FieldError } from '#domain/fields';

/** What the page has to show of a form that was not taken. */
export type RefusedForm = {
  /** As the visitor typed them. */
  entries: CallbackEntries;
  errors: FieldError[];
  /** What the address said, or null. */
  source: string | null;
  /** A sentence about the whole form, when no field is to blame. */
  notice: string | null;
  status: number;
};

/** Answers the page with the form, its entries and its messages, under `status`. */
export type RenderCallbackForm = (form: RefusedForm) => Response | Promise<Response>;

/** The fields of a posted form, whatever was left out. */
export function entriesOf(body: unknown): CallbackEntries {
  const text = (name: string) => textOf(body, name);
  return {
    name: text('name'),
    phone: text('phone'),
    email: text('email'),
    preferredTime: text('preferredTime'),
  };
}

/** The body that the same form sends as JSON: a ticked box arrives as `on`. */
export function requestOf(body: unknown) {
  return { ...entriesOf(body), dataProcessingConsent: textOf(body, 'dataProcessingConsent') === 'on' };
}

function textOf(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}
