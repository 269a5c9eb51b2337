/** Staff tokens (JWT, HS256), and the user that a request's token belongs to. */
import { jwt } from '@elysiajs/jwt';
import type { Database } from '#db/client';
import { findUser, type UserRecord } from '#db/staff/users';
import type { Config } from '../config';

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Signs and verifies tokens. A token is valid only while its user exists and has the same token version. The user and
 * the role are read from the database on each call.
 */
export function createTokens(config: Config, db: Database) {
  const { tokens } = jwt({
    name: 'tokens',
    secret: config.jwtSecret,
    alg: 'HS256',
    exp: `${Math.round(config.tokenHours * 3600)}s`,
  }).decorator;
  return {
    sign: (user: UserRecord): Promise<string> => tokens.sign({ sub: user.id, ver: user.tokenVersion }),
    /** The user of the request's token; null if it has no valid token. */
    async staffOf(request: Request): Promise<UserRecord | null> {
      const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
      const claims = token ? await tokens.verify(token) : false;
      if (!claims || typeof claims.sub !== 'string') return null;
      const user = await findUser(db, claims.sub);
      return user && user.tokenVersion === claims.ver ? user : null;
    },
  };
}
