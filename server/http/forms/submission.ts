/**
 * One sending of a form. Its id is made by the client, or comes with the page of a plain form. A page may be shared by
 * visitors, so the same sending is the same id with the same values.
 */
import type { Reader, Transaction } from '#db/client';
import { addSentForms, findSentForm } from '#db/sent-forms';
import { isUuid } from '#domain/ids';
import { hourMs } from '#domain/time';
import type { Context } from '../../context';
import { keyedHash } from '../../keyed-hash';

/** `id`: null if the client made none; then every sending is a new one. */
export type SendingId = { form: string; id: string | null; isPlain: boolean };

export type Sending<Result> = {
  /** What became of the same sending before; null if it is new. */
  known(reader: Reader): Promise<Result | null>;
  /** In the transaction of what the form causes. */
  note(tx: Transaction, result: Result): Promise<void>;
};

const sameMs = hourMs;
/** Who goes back gets the page anew, with another id: so long, the same values of a plain form are the same sending. */
const samePlainMs = 120_000;

export function sendingOf<Result>(
  { config, now }: Pick<Context, 'config' | 'now'>,
  { form, id, isPlain }: SendingId,
  values: readonly unknown[],
): Sending<Result> {
  const hash = keyedHash(config, 'form');
  const keyOf = (of: unknown[]) => hash(JSON.stringify([form, ...of, ...values]));
  const periods =
    id === null
      ? []
      : [{ key: keyOf([id]), ms: sameMs }, ...(isPlain ? [{ key: keyOf([]), ms: samePlainMs }] : [])];
  return {
    async known(reader) {
      if (periods.length === 0) return null;
      const keys = periods.map(({ key }) => key);
      const found = await findSentForm(reader, keys, { now: now(), windowMs: sameMs });
      return found === null ? null : (JSON.parse(found) as Result);
    },
    async note(tx, result) {
      const text = JSON.stringify(result);
      await addSentForms(
        tx,
        periods.map(({ key, ms }) => ({ key, endsAt: now() + ms, result: text })),
      );
    },
  };
}

/** The id in a body. What is no UUID is none: callers of the API may send what they like. */
export function sendingIdIn(form: string, given: string, isPlain: boolean): SendingId {
  return { form, id: isUuid(given) ? given.toLowerCase() : null, isPlain };
}

/** Longer than storing a withdrawal usually takes, also on a database server. */
export const evenStepMs = 200;

/**
 * Does the work, and resolves after a whole number of steps, unless there are no limits: the time does not tell that a
 * withdrawal fits an application. A failure rejects at once.
 */
export async function inEvenTime<T>({ config }: Pick<Context, 'config'>, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  const spent = performance.now() - start;
  if (config.rateLimit) await Bun.sleep(Math.ceil(spent / evenStepMs) * evenStepMs - spent);
  return result;
}
