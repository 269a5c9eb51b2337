/** Staff tokens (JWT, HS256), and the user that a request's token belongs to. */

import { timingSafeEqual } from 'node:crypto';
import { jwt } from '@elysiajs/jwt';
import type { Database, Reader } from '#db/client';
import { sha256Of } from '#db/hash';
import { type Ends, findStaff, type StaffRecord, touchSession } from '#db/staff/users';
import type { Actor } from '#domain/accounts/actors';
import { shortestPassword } from '#domain/accounts/user';
import { hourMs, minuteMs } from '#domain/time';
import type { Config } from '../config';

export type Tokens = ReturnType<typeof createTokens>;

/** Each kind of token has its audience, so that none is taken for another. */
const issuer = 'sattelfest';
const audience = 'staff';

/** Signs and verifies tokens of one kind. `seconds`: how long they are valid, by the clock of all instances. */
export function createSigner(
  { config, now }: { config: Pick<Config, 'jwtSecret'>; now: () => number },
  audience: string,
  seconds: number,
) {
  const claims = { iss: issuer, aud: audience };
  const { signer } = jwt({ name: 'signer', secret: config.jwtSecret, alg: 'HS256', ...claims }).decorator;
  return {
    sign: (claims: Record<string, string | string[]>) =>
      signer.sign({ ...claims, exp: Math.floor(now() / 1000) + seconds }),
    async verify(token: string) {
      const usual = { algorithms: ['HS256'], issuer, audience, requiredClaims: ['exp', 'iss', 'aud'] };
      return (await signer.verify(token, { ...usual, currentDate: new Date(now()) })) || null;
    },
  };
}

export function endsOf({ tokenHours, tokenIdleMinutes }: Config, now: number): Ends {
  return {
    begun: now - tokenHours * hourMs,
    used: tokenIdleMinutes === 0 ? 0 : now - tokenIdleMinutes * minuteMs,
  };
}

/** Tokens that are remembered, some hundred bytes each. */
const mostGenuine = 1_000;

/** A token is valid only while its session is open. User, role and second factor are read on each call. */
export function createTokens(config: Config, db: Database, now: () => number) {
  const signer = createSigner({ config, now }, audience, Math.round(config.tokenHours * 3600));
  const idleMs = config.tokenIdleMinutes * minuteMs;
  // a use is not stored each time; a session may therefore end a twentieth earlier
  const exactMs = idleMs === 0 ? minuteMs : Math.min(minuteMs, idleMs / 20);
  const beingTouched = new Set<string>();
  // a replica may not have a session that another instance has just opened
  const primary = config.database.syncUrl ? db.shared : undefined;

  // by their hashes: to check a signature takes longer than to find the session, which is read on each call
  const genuine = new Map<string, { sid: string; sub?: string; exp: number }>();
  async function claimsOf(token: string) {
    const hash = sha256Of(token);
    const known = genuine.get(hash);
    if (known && known.exp * 1000 > now()) return known;
    const claims = await signer.verify(token);
    if (!claims || typeof claims.sid !== 'string') return null;
    const { sid, sub, exp = 0 } = claims;
    const [oldest = hash] = genuine.size < mostGenuine ? [] : genuine.keys();
    genuine.delete(oldest);
    genuine.set(hash, { sid, sub, exp });
    return { sid, sub };
  }

  /** In the background: reading must work while nothing can be stored. */
  function touch({ id, lastUsedAt }: StaffRecord['session']): void {
    const at = now();
    if (Math.abs(at - lastUsedAt) < exactMs || beingTouched.has(id)) return;
    beingTouched.add(id);
    db.write((tx) => touchSession(tx, id, at - exactMs + 1, at))
      .catch(() => {})
      .finally(() => beingTouched.delete(id));
  }

  return {
    sign: ({ id, userId }: { id: string; userId: string }) => signer.sign({ sub: userId, sid: id }),
    /** The user of the request's token; null if it has no valid token of an open session. */
    async staffOf(request: Request): Promise<StaffRecord | null> {
      const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
      const claims = token ? await claimsOf(token) : null;
      if (!claims) return null;
      const { sid } = claims;
      const find = (reader: Reader) => findStaff(reader, sid, endsOf(config, now()));
      const staff = (await find(db.read)) ?? (primary && (await find(primary)));
      if (!staff || staff.id !== claims.sub) return null;
      touch(staff.session);
      return staff;
    },
  };
}

/** Who of staff sent a request, once a route has asked. */
export const callers = new WeakMap<Request, StaffRecord>();

export function callerOf(request: Request): Actor | null {
  const user = callers.get(request);
  return user ? { id: user.id, username: user.username } : null;
}

/** Whether an administrator knows the user's password, where short passwords are not enough. */
export function mustChangePassword({ passwordByAdmin }: StaffRecord, { passwordMin }: Config): boolean {
  return passwordByAdmin && passwordMin > shortestPassword;
}

export function mustSetSecondFactor(user: StaffRecord, { secondFactor }: Config): boolean {
  return secondFactor === 'required' && !user.secondFactor;
}

/** Whether a request has this token; how long the answer takes says nothing about it. */
export function bearerOf(token: string): (request: Request) => boolean {
  const expected = digestOf(`Bearer ${token}`);
  // digests have the same length, whatever was given
  return ({ headers }) => {
    // the case of the scheme does not matter (RFC 9110, section 11.1)
    const given = (headers.get('authorization') ?? '').replace(/^bearer +/i, 'Bearer ');
    return timingSafeEqual(digestOf(given), expected);
  };
}

function digestOf(text: string): Buffer {
  return Buffer.from(sha256Of(text));
}
