/** What every feature is given: the ports of the process, and its clock. */
import type { Database } from '../db/client';
import type { FieldCipher } from '../db/field-cipher';
import type { OutboxMail } from '../db/outbox';
import { berlinDay } from '../domain/dates';
import type { Config } from './config';
import type { Log } from './log';
import type { Mailer, SendResult } from './mailer';

export type Context = {
  config: Config;
  db: Database;
  cipher: FieldCipher;
  log: Log;
  /** Milliseconds since 1970. */
  now(): number;
  /** Base of absolute links, without a slash at its end. */
  publicUrl(): string;
  /** Tells the outbox worker that a mail was queued. */
  wakeMail(): void;
  /** Delivers a mail that the caller has leased, once and at once; what came of it is marked before this resolves. */
  deliverMail(mail: OutboxMail): Promise<SendResult>;
  mailer: Pick<Mailer, 'discard' | 'kept'>;
};

/** The calendar day in Germany. */
export function todayOf({ now }: Pick<Context, 'now'>): string {
  return berlinDay(new Date(now()));
}
