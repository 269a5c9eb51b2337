import { DatabaseSilent, DatabaseUnavailable } from '../errors';

/**
 * The `fetch` for a database server, because the driver has no time limit. It reads the whole response, so that the
 * limit includes the body. If the server cannot serve the request, it rejects with `DatabaseUnavailable`.
 */
export function fetchWithin(milliseconds: number, host: string) {
  return async (request: Request): Promise<Response> => {
    const response = await fetchWhole(request, milliseconds).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'TimeoutError') {
        throw new DatabaseSilent(`The database server ${host} does not answer.`);
      }
      throw new DatabaseUnavailable(`The database server ${host} cannot be reached.`);
    });
    if (response.status === 401 || response.status === 403) {
      throw new DatabaseUnavailable(`The database server ${host} refuses the access token.`);
    }
    return response;
  };
}

async function fetchWhole(request: Request, milliseconds: number): Promise<Response> {
  const response = await fetch(request, { signal: AbortSignal.timeout(milliseconds) });
  const body = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
