import { DatabaseSilent, DatabaseUnavailable } from '../errors';

type Waiting = {
  doubtAfterMs: number;
  isAlive: () => Promise<boolean>;
  /** How long to wait at most while it does. */
  longestMs: number;
};

/** The driver has no time limit. Reads the whole response, so that the limit includes the body. */
export function fetchWithin(milliseconds: number, host: string) {
  return (request: Request) => {
    const fetching = fetchWhole(request, AbortSignal.timeout(milliseconds));
    return answerOf(fetching, host, () => new DatabaseSilent(silence(host)));
  };
}

/** For writes, which wait for their turn: who gives up would leave an unused turn, so it waits while others are answered. */
export function fetchInTurn({ doubtAfterMs, isAlive, longestMs }: Waiting, host: string) {
  return async (request: Request): Promise<Response> => {
    const giveUp = new AbortController();
    let alive = false;
    let ended = false;
    const ask = async () => {
      alive = await isAlive();
      // the response may have come while the server was asked
      if (ended) return;
      if (alive) doubt = setTimeout(ask, doubtAfterMs);
      else giveUp.abort(timeout());
    };
    let doubt = setTimeout(ask, doubtAfterMs);
    const end = setTimeout(() => giveUp.abort(timeout()), longestMs);
    try {
      const fetching = fetchWhole(request, giveUp.signal);
      return await answerOf(fetching, host, () => new DatabaseSilent(silence(host), alive));
    } finally {
      ended = true;
      clearTimeout(end);
      clearTimeout(doubt);
    }
  };
}

async function answerOf(
  fetching: Promise<Response>,
  host: string,
  silent: () => DatabaseSilent,
): Promise<Response> {
  const response = await fetching.catch((error: unknown) => {
    if (error instanceof Error && error.name === 'TimeoutError') throw silent();
    throw new DatabaseUnavailable(`The database server ${host} cannot be reached.`);
  });
  if (response.status === 401 || response.status === 403) {
    throw new DatabaseUnavailable(`The database server ${host} refuses the access token.`);
  }
  // Failed statements are part of a response with 200. Any other one is of a server that stops, or of a proxy before it.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!response.ok || isPage) {
    throw new DatabaseUnavailable(`The database server ${host} serves no queries (HTTP ${response.status}).`);
  }
  return response;
}

async function fetchWhole(request: Request, signal: AbortSignal): Promise<Response> {
  const response = await fetch(request, { signal });
  const body = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

const silence = (host: string) => `The database server ${host} does not answer.`;
const timeout = () => new DOMException('', 'TimeoutError');
