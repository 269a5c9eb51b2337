/** Staff tokens (JWT, HS256) and the question who is asking. */
import { jwt } from '@elysiajs/jwt';
import { Elysia } from 'elysia';
import type { Database } from '../../db/client';
import { findUser, type UserRecord } from '../../db/users';
import type { Config } from '../config';

/**
 * Adds `signToken` and `staffOf` to the context. A token holds only while its user exists and has not ended it:
 * the user is read from the database on each call.
 */
export function staffTokens(config: Config, db: Database) {
  return new Elysia({ name: 'staff-tokens' })
    .use(
      jwt({
        name: 'tokens',
        secret: config.jwtSecret,
        alg: 'HS256',
        exp: `${Math.round(config.tokenHours * 3600)}s`,
      }),
    )
    .derive({ as: 'global' }, ({ tokens, request }) => ({
      signToken: (user: UserRecord) => tokens.sign({ sub: user.id, ver: user.tokenVersion }),
      staffOf: async (): Promise<UserRecord | null> => {
        const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
        const claims = token ? await tokens.verify(token) : false;
        if (!claims || typeof claims.sub !== 'string') return null;
        const user = await findUser(db, claims.sub);
        return user && user.tokenVersion === claims.ver ? user : null;
      },
    }));
}
