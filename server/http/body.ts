import { Elysia } from 'elysia';
import { api } from '#domain/urls';
import { refusals } from '../refusal';

/** In bytes. Only the call that takes long lists of ids has the larger limit. */
const bodyLimit = 64 * 1024;
const largestBody = 1024 * 1024;
/** Above this, the HTTP server itself answers 413, without a body. Below it, our refusal has a message. */
export const serverLimit = 8 * largestBody;

const largePaths = new Set<string>([api.bulkDelete]);
/** Of files, which their routes read. */
const filePaths = new Set<string>([api.returns]);

/** So many bytes of bodies may arrive between two collections of what is no longer used, which take some 20 ms each. */
const collectAfter = 2 * largestBody;
const collectPauseMs = 60;

/**
 * Collects after large bodies, read or not: Bun frees a body with its request, and its collector does not see how large
 * bodies are. Those of usual calls are some hundred bytes, so that this hardly ever happens without an attack. Whoever
 * only announces bodies causes no more than one collection in a while.
 */
export function collectedBodies() {
  let received = 0;
  let collectedAt = 0;
  return new Elysia({ name: 'collected-bodies' }).onRequest(({ request: { headers } }) => {
    // of one in chunks nobody knows how much will come
    const length = headers.get('content-length') ?? (headers.has('transfer-encoding') ? bodyLimit : 0);
    received += Math.min(Number(length), bodyLimit) || 0;
    if (received < collectAfter || performance.now() - collectedAt < collectPauseMs) return;
    Bun.gc(true);
    received = 0;
    collectedAt = performance.now();
  });
}

/** Replaces Elysia's parsers, which accept more than JSON. */
export const jsonBody = new Elysia({ name: 'json-body' }).onParse(
  { as: 'global' },
  async ({ request, path }) => await readJson(request, path),
);

/** An empty body, and a file, is read as `{}`. @throws Refusal 400, 413 or 415 */
export async function readJson(request: Request, path: string): Promise<unknown> {
  if (filePaths.has(path)) return {};
  const bytes = await readBounded(request, largePaths.has(path) ? largestBody : bodyLimit);
  if (bytes.length === 0) return {};
  if (!isJson(request.headers.get('content-type'))) throw refusals.wrongType();
  return parse(bytes);
}

export function isForm(request: Request): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? '');
}

/** Invalid UTF-8 is replaced, not refused. @throws Refusal 413 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const bytes = await readBounded(request, bodyLimit);
  return Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString()));
}

export function textIn(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}

/**
 * The JSON or the form of a public call, which is counted. JSON is counted before it is read. A readable form is counted
 * by the route, so that a visitor who is refused for sending too many gets the page with the entries.
 */
export async function readCounted(request: Request, path: string, count: () => Promise<void>) {
  if (!isForm(request)) {
    await count();
    return await readJson(request, path);
  }
  return await readForm(request).catch(async (refusal) => {
    await count();
    throw refusal;
  });
}

/** @throws Refusal 413 */
export async function readBounded(request: Request, limit: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > limit) throw refusals.tooLarge();
  // in one call, because reading the body as a stream takes a third of the time of a save
  if (announced !== null) {
    const bytes = await request.bytes();
    if (bytes.length > limit) throw refusals.tooLarge();
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit) throw refusals.tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isJson(contentType: string | null): boolean {
  return /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType ?? '');
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refusals.notJson();
  }
}
