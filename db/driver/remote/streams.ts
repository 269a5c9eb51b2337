/**
 * A client of a database server that keeps its streams open. For a new one the server reads the whole schema, which
 * takes ten times as long as a statement (decision 053).
 */
import { BatchCond, type BatchStep, type HttpStream, openHttp, parseLibsqlUrl } from '@libsql/hrana-client';
import pLimit from 'p-limit';
import type { DatabaseConfig } from '../../client';
import { nextTurn } from '../../turn';
import { DatabaseSilent, DatabaseUnavailable, redacting } from '../errors';
import type { Execute, ResultSet, Statement } from '../queries';
import { rejectUnconfirmed, type Transact } from '../transaction';
import { queue } from '../waiting';

/** So many are used at once. A server has 128 for all its clients. */
const MOST_STREAMS = 20;

const begins = { read: 'BEGIN TRANSACTION READONLY', write: 'BEGIN IMMEDIATE' };

export type StreamClient = ReturnType<typeof openStreams>;
/** Sends one request, the first of its use of the stream. */
type Ask<T> = (stream: HttpStream) => Promise<T>;

export function openStreams({ url, authToken }: DatabaseConfig, fetch: ReturnType<typeof fetchInTurn>) {
  const { hranaHttpUrl, authToken: tokenOfUrl } = parseLibsqlUrl(url);
  const server = openHttp(hranaHttpUrl ?? url, authToken ?? tokenOfUrl, fetch);
  const limit = pLimit(MOST_STREAMS);
  /** Outside of a transaction. The one that was used last is the last. */
  const idle: HttpStream[] = [];
  let silent: { at: number; error: DatabaseSilent } | undefined;

  /** `ask` runs again on another stream if the server has closed the first one, and so did nothing. */
  async function begin<T>(ask: Ask<T>): Promise<{ stream: HttpStream; answer: T }> {
    let stream = idle.pop() ?? server.openStream();
    try {
      const answer = await ask(stream).catch((error: unknown) => {
        if (!(error instanceof StreamGone)) throw error;
        for (const other of idle.splice(0)) other.close();
        stream = server.openStream();
        return ask(stream);
      });
      return { stream, answer };
    } catch (error) {
      if (error instanceof DatabaseSilent) silent = { at: performance.now(), error };
      stream.close();
      throw error;
    }
  }

  async function once<T>(ask: Ask<T>): Promise<T> {
    const asked = performance.now();
    return await limit(async () => {
      // who waited for those that got no response waits no longer
      if (silent && asked < silent.at) throw silent.error;
      const { stream, answer } = await begin(ask);
      idle.push(stream);
      return answer;
    });
  }

  const transact: Transact = (work, first) => limit(() => transactOn(begin, idle)(work, first));

  return {
    execute: (sql: string, args: Statement['args'] = []) =>
      once(async (stream) => resultOf(await stream.query([sql, args]))),
    /** One transaction in one request. */
    batch: (statements: Statement[], mode: 'read' | 'write') =>
      once((stream) => send(stream, statements, begins[mode], 'COMMIT').results),
    transact,
    close: () => server.close(),
  };
}

/** What is asked in the same turn travels together, and fails together. */
const transactOn =
  (begin: <T>(ask: Ask<T>) => Promise<{ stream: HttpStream; answer: T }>, idle: HttpStream[]): Transact =>
  async (work, first) => {
    let used: HttpStream | undefined;
    const ask = async (statements: Statement[]) => {
      if (used) return await send(used, statements).results;
      const { stream, answer } = await begin(async (stream) => {
        const { begun, results } = send(stream, statements, begins.write);
        await begun;
        return { results };
      });
      used = stream;
      return await answer.results;
    };
    const end = async (how: 'COMMIT' | 'ROLLBACK') => {
      await used?.run(how);
      // the script may have changed settings
      if (first) used?.close();
      else if (used) idle.push(used);
    };
    try {
      if (first) await ask([]).then(() => used?.sequence(first));
      const result = await work(inTrips(ask));
      await redacting(end('COMMIT'), 'a commit').catch(rejectUnconfirmed);
      return result;
    } catch (error) {
      // the first error matters more than a failed rollback
      await end('ROLLBACK').catch(() => used?.close());
      throw error;
    }
  };

function inTrips(travel: (statements: Statement[]) => Promise<ResultSet[]>): Execute {
  const inTurn = queue();
  let next: { statements: Statement[]; results: Promise<ResultSet[]> } | undefined;
  return async (statement) => {
    if (!next) {
      const statements: Statement[] = [];
      const results = inTurn(async () => {
        await nextTurn();
        next = undefined;
        return await travel(statements);
      });
      next = { statements, results };
    }
    const { statements, results } = next;
    const index = statements.push(statement) - 1;
    return (await results)[index] as ResultSet;
  };
}

/** Each statement only after the one before it. Without a commit the transaction stays open, also after a failure. */
function send(stream: HttpStream, statements: Statement[], begin?: string, commit?: string) {
  const batch = stream.batch(false);
  let last: BatchStep | undefined;
  const next = () => {
    const step = batch.step();
    if (last) step.condition(BatchCond.ok(last));
    last = step;
    return step;
  };
  const start = begin && next().run(begin);
  const rows = statements.map(({ sql, args }) => next().query([sql, args]));
  const end = commit && next().run(commit);
  if (end && last) {
    const undo = batch.step().condition(BatchCond.not(BatchCond.ok(last)));
    // there may be no transaction
    undo.run('ROLLBACK').catch(() => {});
  }
  const begun = Promise.all([batch.execute(), start]);
  const results = Promise.all([begun, end, ...rows]).then(([, , ...sets]) => sets.map(resultOf));
  results.catch(() => {});
  return { begun, results };
}

/** Without rows if the statement was not run. */
function resultOf(set?: { rows: ResultSet['rows']; affectedRowCount: number }): ResultSet {
  return { rows: set?.rows ?? [], rowsAffected: set?.affectedRowCount ?? 0 };
}

/** The server has closed the stream, or does not know it since a restart: nothing was run. */
class StreamGone extends DatabaseUnavailable {}

export type Limits = {
  doubtAfterMs: number;
  isAlive: () => Promise<boolean>;
  /** How long to wait at most while it does. */
  longestMs: number;
};

/** The driver has no time limit. A write that gave up would leave an unused turn: it waits while others are answered. */
export function fetchInTurn({ doubtAfterMs, isAlive, longestMs }: Limits, host: string) {
  return async (request: Request): Promise<Response> => {
    const giveUp = new AbortController();
    let alive = false;
    let ended = false;
    const ask = async () => {
      alive = await isAlive();
      // the response may have come while the server was asked
      if (ended) return;
      if (alive) doubt = setTimeout(ask, doubtAfterMs);
      else giveUp.abort();
    };
    let doubt = setTimeout(ask, doubtAfterMs);
    const end = setTimeout(() => giveUp.abort(), longestMs);
    try {
      return assertServed(await fetchWhole(request, giveUp.signal), host);
    } catch (error) {
      if (giveUp.signal.aborted)
        throw new DatabaseSilent(`The database server ${host} does not answer.`, alive);
      if (error instanceof DatabaseUnavailable) throw error;
      throw new DatabaseUnavailable(`The database server ${host} cannot be reached.`);
    } finally {
      ended = true;
      clearTimeout(end);
      clearTimeout(doubt);
    }
  };
}

function assertServed(response: Response, host: string): Response {
  if (response.status === 401 || response.status === 403) {
    throw new DatabaseUnavailable(`The database server ${host} refuses the access token.`);
  }
  // Failed statements are part of a response with 200. Any other one is of a server that stops, or of a proxy before it.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!response.ok || isPage) {
    const Failure = response.status === 400 || response.status === 404 ? StreamGone : DatabaseUnavailable;
    throw new Failure(`The database server ${host} serves no queries (HTTP ${response.status}).`);
  }
  return response;
}

/** Reads the whole response, so that the limit includes the body. */
async function fetchWhole(request: Request, signal: AbortSignal): Promise<Response> {
  const response = await fetch(request, { signal });
  const body = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
