/** The browser's door to the API. */
import type { Application, SetInput, SetRecord } from '#domain/application';
import type { FieldError } from '#domain/fields';
import { randomUuid } from '#domain/ids';
import type { SetKey, StepNumber } from '#domain/steps/all';
import type { Catalogue } from '#domain/tariffs/catalogue';
import { shownPremiumHeader } from '#domain/tariffs/premium';
import { api, href } from '#domain/urls';

/** Where a signed-in member of staff keeps the token (spec 3). */
export const tokenKey = 'auth_token';
const clientName = 'sattelfest-web';

/** Any answer that is not a 2xx: status code, a colon, then the body's text (spec 8, "Generic"). */
export class RequestFailed extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super(`${status}: ${text}`);
  }

  /** The messages of a failed validation, one per field; empty for everything else. */
  get fieldErrors(): FieldError[] {
    const errors = this.read('errors');
    return Array.isArray(errors) ? errors : [];
  }

  /** The server's sentence about it, or null when it sent none. */
  get sentence(): string | null {
    const message = this.read('message');
    return typeof message === 'string' && message !== '' ? message : null;
  }

  /** The monthly premium that a refusal names in place of the one that was shown; null when it names none. */
  get monthlyPremium(): number | null {
    const premium = this.read('monthlyPremium');
    return typeof premium === 'number' ? premium : null;
  }

  private read(key: string): unknown {
    try {
      const body: unknown = JSON.parse(this.text);
      return typeof body === 'object' && body !== null ? Reflect.get(body, key) : null;
    } catch {
      return null;
    }
  }
}

type More = { headers?: Record<string, string>; cache?: RequestCache };

/** Asks the API and answers its JSON. Throws `RequestFailed`, or the network's own error. */
export async function request<T>(method: string, path: string, body?: unknown, more?: More): Promise<T> {
  const response = await ask(method, path, body, more);
  return await response.json();
}

/** Asks the API for a file. Throws like `request`. */
export async function requestFile(path: string): Promise<Blob> {
  const response = await ask('GET', path);
  return await response.blob();
}

async function ask(method: string, path: string, body?: unknown, more: More = {}): Promise<Response> {
  const token = localStorage.getItem(tokenKey);
  const response = await fetch(path, {
    ...more,
    method,
    credentials: 'include',
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      'X-App-Auth': `${Date.now()}-${randomUuid()}`,
      'X-Frontend-Client': clientName,
      ...more.headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new RequestFailed(response.status, (await response.text()) || response.statusText);
  return response;
}

/** The same, but null where the thing does not exist. */
async function requestOrNull<T>(path: string): Promise<T | null> {
  try {
    return await request<T>('GET', path);
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 404) return null;
    throw error;
  }
}

export const applicationsApi = {
  read: (id: string) => requestOrNull<Application>(href(api.application, { id })),
  readSet: <K extends SetKey>(id: string, key: K) =>
    requestOrNull<SetRecord[K]>(href(api.set<SetKey>(key), { id })),
  /** `created`: the set is stored for the first time. */
  saveSet: async <K extends SetKey>(id: string, key: K, input: SetInput[K]) => {
    const response = await ask('POST', href(api.set<SetKey>(key), { id }), input);
    const record: SetRecord[K] = await response.json();
    return { record, created: response.status === 201 };
  },
  setStep: (id: string, step: StepNumber) => request<Application>('PUT', href(api.step, { id }), { step }),
  /** `shownPremium`: what the applicant was shown, EUR a month. */
  complete: (id: string, shownPremium: number) =>
    request<Application>(
      'PUT',
      href(api.complete, { id }),
      {},
      { headers: { [shownPremiumHeader]: shownPremium.toFixed(2) } },
    ),
};

/** The catalogue; a failure is logged and thrown on (spec 8, "Generic"). */
export async function fetchCatalogue(): Promise<Catalogue> {
  try {
    // not the browser's copy of up to a minute: it may hold prices that the server has told to be past
    return await request<Catalogue>('GET', api.tariffs, undefined, { cache: 'no-cache' });
  } catch (error) {
    console.error('Failed to fetch tariff data', error);
    throw error;
  }
}

/** Bank of a Bankleitzahl, or null when it is unknown. */
export function fetchBank(bankCode: string): Promise<{ bankName: string; bic: string } | null> {
  return requestOrNull(href(api.bank, { bankCode }));
}
