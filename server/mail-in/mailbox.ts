/** Reads the mailbox into which returned mails and answers come. It is opened read-only: nothing in it is changed. */
import type { ImapFlow } from 'imapflow';
import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';
import { sha256Of } from '#db/hash';
import { claimMailbox, type Place, releaseMailbox, storePlace } from '#db/mails/bounces';
import { nextTurn } from '#db/turn';
import { berlinMidnight } from '#domain/dates';
import { dayMs, hourMs, minuteMs } from '#domain/time';
import { isOnThisMachine } from '../config';
import type { Context } from '../context';

type Needs = Pick<Context, 'db' | 'log' | 'now' | 'today' | 'uptime'> & {
  isAlone: boolean;
};
/** Must not mind the same message twice, and rejects only while the database is unavailable. */
type Receive = (message: Uint8Array) => Promise<unknown>;

const leaseMs = 2 * minuteMs;
/** Of a longer message only the beginning is read: a report and an answer stand there, before what they quote. */
const mostBytes = 2 * 1024 * 1024;
/** After so many messages the place is stored. */
const batchSize = 20;
/** Between two looks that the server causes, which may tell of news without end. */
const pauseMs = 5_000;
const limits = {
  connectionTimeout: 30_000,
  greetingTimeout: 30_000,
  socketTimeout: minuteMs,
  // in bytes: a line has the numbers of all messages of a day, a literal is a message
  maxLineLength: mostBytes,
  maxLiteralSize: mostBytes + 64 * 1024,
  maxResponseSize: 2 * mostBytes,
  maxResponseTokens: 10_000,
};

export function createMailboxReader(context: Needs, url: string, receive: Receive) {
  const account = accountOf(url);
  const lease = createLease(context, account.mailbox);
  const complain = complainer(context);
  let hasNews = false;
  let isStopped = false;
  let running: Promise<boolean> | null = null;
  const pause = createPause(context, () => look());
  const connection = createConnection(account, () => {
    hasNews = true;
    if (!running) pause.lookAfter();
  });

  async function read(): Promise<boolean> {
    hasNews = false;
    pause.begin();
    const place = await lease.take();
    if (!place || isStopped) {
      connection.close();
      return false;
    }
    try {
      await readNew(await connection.open(), account.folder, place, async (message, reached) => {
        if (message) await receive(message);
        return !reached || (await lease.keep(reached));
      });
      complain(null);
      connection.listen();
    } catch (error) {
      connection.close();
      if (error instanceof DatabaseUnavailable || error instanceof QueryFailed) throw error;
      if (!isStopped) complain(error);
    }
    if (hasNews) pause.lookAfter();
    return true;
  }

  /** False: another instance reads it. Rejects only while the database is unavailable. */
  async function look(): Promise<boolean> {
    running ??= read().finally(() => {
      running = null;
    });
    return await running;
  }

  const stop = async () => {
    isStopped = true;
    connection.close();
    await running?.catch(() => {});
    pause.stop();
    await lease.release();
  };
  return { look, stop };
}

/** A look that the server causes begins when it is over. */
function createPause({ uptime }: Needs, look: () => Promise<unknown>) {
  let begun = Number.NEGATIVE_INFINITY;
  let timer: Timer | undefined;
  const again = () => {
    timer = undefined;
    look().catch(() => {});
  };
  return {
    begin: () => {
      begun = uptime();
    },
    lookAfter: () => {
      timer ??= setTimeout(again, Math.max(0, begun + pauseMs - uptime()));
    },
    stop: () => clearTimeout(timer),
  };
}

/** Who has it reads the mailbox. It is taken anew at each look. */
function createLease({ db, now, today, isAlone }: Needs, mailbox: string) {
  const mine = { mailbox, owner: crypto.randomUUID() };
  const claim = () => ({ ...mine, now: now(), until: now() + leaseMs });
  return {
    take: () => claimMailbox(db, { ...claim(), begin: berlinMidnight(today()), isAlone }),
    keep: (reached: Place) => storePlace(db, claim(), reached),
    // another instance may read on at once
    release: () => releaseMailbox(db, mine).catch(() => {}),
  };
}

/** One connection that is kept while it lives. `onNews`: the server tells of a new message. */
function createConnection({ options }: Account, onNews: () => void) {
  let client: ImapFlow | null = null;
  return {
    async open(): Promise<ImapFlow> {
      if (client) return client;
      // loaded here because many sites read no mailbox
      const { ImapFlow } = await import('imapflow');
      const made = new ImapFlow({ ...options, ...limits, logger: false, disableAutoIdle: true });
      client = made;
      // what goes wrong rejects the command that waits for it
      made.on('error', () => {});
      made.on('close', () => {
        if (client === made) client = null;
      });
      made.on('exists', ({ count, prevCount }) => {
        if (count > prevCount) onNews();
      });
      await made.connect();
      return made;
    },
    listen(): void {
      client?.idle().catch(() => {});
    },
    close(): void {
      client?.close();
      client = null;
    },
  };
}

/** `take` gets each message, then the place that was reached; when it returns false, reading ends. */
async function readNew(
  client: ImapFlow,
  folder: string,
  from: Place,
  take: (message: Uint8Array | null, reached: Place | null) => Promise<boolean>,
): Promise<void> {
  const box = await client.mailboxOpen(folder, { readOnly: true });
  const uidValidity = String(box.uidValidity);
  const isFirst = from.uidValidity === null;
  const isSame = from.uidValidity === uidValidity;
  let { lastUid, readUntil } = isSame ? from : { ...from, lastUid: 0 };
  // the server compares days, in its own time zone
  const since = new Date(from.readUntil - dayMs);
  const found = await client.search(isSame ? { uid: `${lastUid + 1}:*` } : { since }, { uid: true });
  if (!found) throw new Error('The mailbox could not be searched.');
  // `5:*` also finds message 4 if it is the last one
  const uids = found.filter((uid) => uid > lastUid).sort((one, other) => one - other);
  for (const [index, uid] of uids.entries()) {
    const query = { internalDate: true, source: { start: 0, maxLength: mostBytes } };
    const message = await client.fetchOne(String(uid), query, { uid: true });
    const at = message ? Number(new Date(message.internalDate ?? 0)) : 0;
    const isOld = isFirst && at < from.readUntil;
    lastUid = uid;
    readUntil = Math.max(readUntil, at);
    const source = (message || null)?.source ?? null;
    const isBatchEnd = (index + 1) % batchSize === 0;
    const reached = isBatchEnd ? { uidValidity, lastUid, readUntil } : null;
    if (!(await take(isOld ? null : source, reached))) return;
    await nextTurn();
  }
  // the messages below the next number were searched, too
  lastUid = Math.max(lastUid, (box.uidNext || 1) - 1);
  await take(null, { uidValidity, lastUid, readUntil });
}

/** Says once an hour that the mailbox cannot be read, and once that it can be read again. Null: it can. */
function complainer({ log, uptime }: Needs) {
  let saidAt: number | null = null;
  let isOpen = false;
  return (error: unknown) => {
    if (error === null && !isOpen) log('info', 'mailbox_open');
    isOpen = error === null;
    if (isOpen) saidAt = null;
    else if (saidAt === null || uptime() - saidAt >= hourMs) {
      saidAt = uptime();
      log('warn', 'mailbox_unavailable', { reason: reasonOf(error) });
    }
  };
}

/** Never the server's words, which may contain the user or the folder. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  if (Reflect.get(error, 'authenticationFailed')) return 'sign-in refused';
  if (Reflect.get(error, 'mailboxMissing')) return 'folder missing';
  const code = Reflect.get(error, 'code');
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : error.name;
}

type Account = ReturnType<typeof accountOf>;

function accountOf(url: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX';
  const host = hostname.replace(/^\[|\]$/g, '');
  const user = decodeURIComponent(username);
  return {
    folder,
    // without the password, which may change
    mailbox: sha256Of(JSON.stringify([host, port, user, folder])),
    options: {
      host,
      port: Number(port) || (secure ? 993 : 143),
      secure,
      auth: { user, pass: decodeURIComponent(password) },
      // nobody can intercept it on this machine; without `imaps:` the operator allows even plain text
      tls: { rejectUnauthorized: secure && !isOnThisMachine(url) },
    },
  };
}
