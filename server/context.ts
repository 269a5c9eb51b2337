/** What every feature is given: the ports of the process, and its clock. */

import type { FieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import type { OutboxMail } from '#db/mails/outbox';
import { berlinDay } from '#domain/dates';
import type { Config } from './config';
import type { Passwords } from './features/auth/passwords';
import type { Prices } from './features/tariffs/prices';
import type { Tokens } from './http/auth';
import type { Log } from './log';
import type { Mailer, SendResult } from './mail/transport';

export type Context = {
  config: Config;
  db: Database;
  cipher: FieldCipher;
  passwords: Passwords;
  tokens: Tokens;
  prices: Prices;
  log: Log;
  /** Milliseconds since 1970. */
  now(): number;
  /** The calendar day in Germany, `YYYY-MM-DD`. */
  today(): string;
  /** Base of absolute links, without a slash at its end. */
  publicUrl(): string;
  /** Tells the outbox worker that a mail was queued. */
  wakeMail(): void;
  /** Delivers a mail that the caller has leased, once and at once; what came of it is marked before this resolves. */
  deliverMail(mail: OutboxMail): Promise<SendResult>;
  mailer: Pick<Mailer, 'deleteFile' | 'kept'>;
};

const minuteMs = 60_000;

/** `today` by a clock. It is worked out once a minute: that takes as long as storing a row. */
export function dayBy(now: () => number): () => string {
  let known = { minute: Number.NaN, day: '' };
  return () => {
    const at = now();
    const minute = Math.floor(at / minuteMs);
    if (minute !== known.minute) known = { minute, day: berlinDay(new Date(at)) };
    return known.day;
  };
}
