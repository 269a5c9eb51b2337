import type { FieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import type { OutboxMail } from '#db/mails/outbox';
import type { Actor } from '#domain/accounts/actors';
import type { RefusalKind } from '#domain/audit/actions';
import type { Calendar } from '#domain/calendar/working-days';
import { berlinDay } from '#domain/dates';
import type { Operator } from '#domain/operator/operator';
import { minuteMs } from '#domain/time';
import type { AccessLinks } from './access-links';
import type { Config } from './config';
import type { Dns } from './dns';
import type { Draw } from './documents/drawer';
import type { GivenDocuments } from './documents/given';
import type { Library } from './documents/library';
import type { Passwords } from './features/auth/passwords';
import type { Prices } from './features/tariffs/prices';
import type { Tokens } from './http/auth';
import type { PackPage } from './http/compression';
import type { Log } from './log';
import type { MailRecords } from './mails/domain';
import type { Mailer, SendResult } from './mails/transport';
import type { Meters } from './metrics';
import type { Site } from './site';
import type { Wordings } from './wordings';

/** `address`: as `clientAddress` returns it; `name`: the username that was tried. Both are stored as HMACs only. */
export type RefusalNote = {
  kind: RefusalKind;
  address: string;
  name?: string;
  /** Method and pattern of the call that was refused. */
  call?: string;
  user?: Actor | null;
  /** There is an account with the name that was tried. */
  isAboutAccount?: boolean;
};

export type Context = {
  config: Config;
  operator: Operator;
  given: GivenDocuments;
  db: Database;
  cipher: FieldCipher;
  passwords: Passwords;
  tokens: Tokens;
  prices: Prices;
  wordings: Wordings;
  log: Log;
  meters: Meters;
  dns: Dns;
  mailRecords: () => Promise<MailRecords>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds by a clock that nobody sets, for intervals. */
  uptime(): number;
  /** The day in Berlin, `YYYY-MM-DD`. */
  today(): string;
  /** With the public holidays of the operator's state. */
  calendar: Calendar;
  /** Base of absolute links, without a trailing slash. */
  publicUrl(): string;
  wakeMail(): void;
  drops: { wake(): void };
  /** Tries once to deliver a mail that the caller has leased. The result is stored before this resolves. */
  deliverMail(mail: OutboxMail): Promise<SendResult>;
  /** What a mail that waits for its first attempt would be called now; null when there is no reason for it any more. */
  subjectOf(mail: OutboxMail): Promise<string | null>;
  mailer: Pick<Mailer, 'deleteFile' | 'kept' | 'measure' | 'largest'>;
  packPage: PackPage;
  draw: Draw;
  documents: Library;
  /** Records a refused sign-in, a missing right or a limit in the audit log, in the background. Never throws. */
  noteRefusal(note: RefusalNote): void;
  /** Counts whose data a list shows to staff, by an id for each person in it. */
  noteList(actor: Actor, persons: readonly string[]): void;
  auditAddress(address: string): string;
  links: AccessLinks;
  site: Site;
};

/** Today in Berlin (`YYYY-MM-DD`), cached per minute: computing it takes as long as storing a row. */
export function dayBy(now: () => number): () => string {
  let known = { minute: Number.NaN, day: '' };
  return () => {
    const at = now();
    const minute = Math.floor(at / minuteMs);
    if (minute !== known.minute) known = { minute, day: berlinDay(new Date(at)) };
    return known.day;
  };
}
