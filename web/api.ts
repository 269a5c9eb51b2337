import {
  type Application,
  type Declarations,
  type SetInput,
  type SetRecord,
  type StoredDeclarations,
  shownStateHeader,
  sourceHeader,
} from '#domain/application';
import type { DisclosedDocuments } from '#domain/document-kinds';
import { type FieldError, sourceIn } from '#domain/fields';
import { randomUuid } from '#domain/ids';
import { wordingsHeader } from '#domain/law/wordings';
import type { MessageResponse } from '#domain/responses';
import type { SetKey, StepNumber } from '#domain/steps/all';
import type { Catalogue } from '#domain/tariffs/catalogue';
import { shownPremiumHeader } from '#domain/tariffs/premium';
import { minuteMs } from '#domain/time';
import { wizardApi as api, href } from '#domain/urls';
import { readStored } from './storage';

/** Key in the local storage of the token of a signed-in member of staff. */
export const tokenKey = 'auth_token';

/** A response whose status is not 2xx. The message is `<status>: <text of the body>`. */
export class RequestFailed extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super(`${status}: ${text}`);
  }

  get fieldErrors(): FieldError[] {
    const errors = this.read('errors');
    return Array.isArray(errors) ? errors : [];
  }

  /** The server's sentence for the user, or null if it sent none. */
  get sentence(): string | null {
    const message = this.read('message');
    return typeof message === 'string' && message !== '' ? message : null;
  }

  read(key: string): unknown {
    try {
      const body: unknown = JSON.parse(this.text);
      return typeof body === 'object' && body !== null ? Reflect.get(body, key) : null;
    } catch {
      return null;
    }
  }
}

/** Milliseconds after which a call without an answer ends. */
const patience = 20_000;
/** For what the server needs long for: files, and changes of thousands of rows. */
export const patiently = { patience: 5 * minuteMs };

type More = {
  headers?: Record<string, string>;
  cache?: RequestCache;
  keepalive?: boolean;
  patience?: number;
};

/**
 * Calls the API and returns the JSON of the response; null if it has no content. A file as `body` needs its content type
 * among the headers.
 * @throws RequestFailed, or the error of `fetch` if there is no response; after `patience` that is a `TimeoutError`.
 */
export async function request<T>(method: string, path: string, body?: unknown, more?: More): Promise<T> {
  const response = await call(method, path, body, more);
  const answer = response.status === 204 ? null : await response.json();
  return answer;
}

/** Downloads a file from the API, which may have to draw it first. Throws like `request`. */
export async function requestFile(path: string): Promise<Blob> {
  const response = await call('GET', path, undefined, patiently);
  return await response.blob();
}

/** Sends all calls. The staff pages replace it, because their tab has a token of its own. */
export const transport = { send: (path: string, init: RequestInit) => fetch(path, init) };

async function call(method: string, path: string, body?: unknown, more: More = {}): Promise<Response> {
  const token = readStored(tokenKey);
  const ending = new AbortController();
  // also while the answer is read
  setTimeout(() => ending.abort(new DOMException('', 'TimeoutError')), more.patience ?? patience);
  const response = await transport.send(path, {
    ...more,
    method,
    credentials: 'include',
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      'X-App-Auth': `${Date.now()}-${randomUuid()}`,
      'X-Frontend-Client': 'sattelfest-web',
      ...more.headers,
    },
    body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    signal: ending.signal,
  });
  if (!response.ok) throw new RequestFailed(response.status, (await response.text()) || response.statusText);
  return response;
}

export type ShownSet<K extends SetKey> = SetRecord[K] & { state?: string | null };

/** Like a GET by `request`, but returns null for 404. What has a state gets it as `state`. */
async function requestOrNull<T>(path: string): Promise<T | null> {
  try {
    const response = await call('GET', path);
    return { ...(await response.json()), state: response.headers.get(shownStateHeader) };
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 404) return null;
    throw error;
  }
}

export const applicationsApi = {
  read: (id: string) => requestOrNull<Application>(href(api.application, { id })),
  readSet: <K extends SetKey>(id: string, key: K) =>
    requestOrNull<ShownSet<K>>(href(api.set<SetKey>(key), { id })),
  /** `created`: the set was not stored before. */
  saveSet: async <K extends SetKey>(id: string, key: K, input: SetInput[K]) => {
    const headers = { [sourceHeader]: encodeURIComponent(sourceIn(location.href) ?? '') };
    const response = await call('POST', href(api.set<SetKey>(key), { id }), input, { headers });
    const record: SetRecord[K] = await response.json();
    return { record, created: response.status === 201 };
  },
  setStep: (id: string, step: StepNumber) => request<Application>('PUT', href(api.step, { id }), { step }),
  /** Sends the documents by mail, if that has not happened for this selection. */
  discloseDocuments: (id: string) =>
    request<DisclosedDocuments>('PUT', href(api.disclosedDocuments, { id }), {}),
  remove: (id: string) => request<MessageResponse>('DELETE', href(api.application, { id })),
  readDeclarations: (id: string) => requestOrNull<StoredDeclarations>(href(api.declarations, { id })),
  declare: (id: string, given: Declarations) =>
    request<Declarations>('PUT', href(api.declarations, { id }), given),
  /** What the applicant saw: the state, the price in EUR a month, the wordings as they come with the page. */
  complete: (id: string, state: string, shownPremium: number, wordings: string) =>
    request<Application>(
      'PUT',
      href(api.complete, { id }),
      {},
      {
        headers: {
          [shownStateHeader]: state,
          [shownPremiumHeader]: shownPremium.toFixed(2),
          [wordingsHeader]: wordings,
        },
      },
    ),
};

export async function fetchCatalogue(): Promise<Catalogue> {
  try {
    // the browser's cached copy is up to a minute old and may contain prices that have changed
    return await request<Catalogue>('GET', api.tariffs, undefined, { cache: 'no-cache' });
  } catch (error) {
    console.error('Failed to fetch tariff data', error);
    throw error;
  }
}

export function fetchBank(bankCode: string): Promise<{ bankName: string; bic: string } | null> {
  return requestOrNull(href(api.bank, { bankCode }));
}
