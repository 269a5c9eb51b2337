/** The whole HTTP application from its parts; needs no port, so tests ask it through `app.handle`. */
import { Elysia } from 'elysia';
import type { Assets } from './assets';
import type { Context } from './context';
import { applicationRoutes } from './features/applications/routes';
import { guessLimit } from './features/auth/guessing';
import { authRoutes, passwordRoutes } from './features/auth/routes';
import { backofficeRoutes } from './features/backoffice/routes';
import { bankRoutes } from './features/banks/routes';
import { callbackRoutes } from './features/callbacks/routes';
import { healthRoutes, readinessRoutes, type Stage } from './features/health/routes';
import { createPageCache } from './features/pages/cache';
import { errorPage, refusedFormPage } from './features/pages/public';
import { pageRoutes } from './features/pages/routes';
import { reminderRoutes } from './features/reminders/routes';
import { tariffRoutes } from './features/tariffs/routes';
import { assertGuarded } from './http/access';
import { apiDocs } from './http/api-docs';
import { jsonBody, serverLimit } from './http/body';
import { compactAnswers } from './http/compact';
import { sameSiteCalls } from './http/cross-site';
import { errorAnswers, lastResort } from './http/errors';
import { securityHeaders, securityHeadersOf } from './http/headers';
import { readableAddresses } from './http/host';
import { rateLimit } from './http/rate-limit';
import { requestLog } from './http/requests';

/** Idle connections and half-sent requests are dropped after these seconds. */
const idleSeconds = 12;

/**
 * Resolves when every plugin is in place; rejects when a route of the backoffice is open to everyone. Without a `stage`
 * it is one that has started and goes on for ever.
 */
export async function createApp(
  context: Context,
  assets: Assets,
  stage: Stage = { started: true, leaving: new AbortController().signal },
) {
  const { config, log } = context;
  // one count for everything a visitor may write (contract 5)
  const publicWrites = rateLimit(context, { name: 'public-write', limit: 60, windowMs: 60_000 });
  // without `reusePort` a port that is taken is an error instead of a lottery between two servers
  const serve = {
    maxRequestBodySize: serverLimit,
    idleTimeout: idleSeconds,
    reusePort: false,
    error: lastResort(log, securityHeadersOf(config.production)),
  };
  const guesses = guessLimit(context);
  const pages = createPageCache(context, stage.leaving);
  // a host of one letter is one, too
  const handler = { standardHostname: false };
  const app = new Elysia({ serve, handler, normalize: false })
    .use(pages.fresh)
    .use(errorAnswers(log, (request, status) => errorPage(context, assets, request, status)))
    .use(securityHeaders(config.production))
    .use(requestLog(log))
    .use(readableAddresses)
    .use(readinessRoutes(stage))
    .use(sameSiteCalls(context.publicUrl))
    .use(compactAnswers)
    // before `jsonBody`: who may not, or not so often, is told so before his body is read
    .use(backofficeRoutes(context))
    .use(passwordRoutes(context, guesses))
    .use(reminderRoutes(context, assets, publicWrites))
    .use(applicationRoutes(context, publicWrites))
    .use(callbackRoutes(context, publicWrites, (form) => refusedFormPage(context, assets, form)))
    .use(jsonBody)
    .use(healthRoutes(context, stage))
    .use(tariffRoutes(context))
    .use(bankRoutes)
    .use(authRoutes(context, guesses))
    .use(pageRoutes(context, assets, pages));
  if (!config.production) {
    // production does not load what it does not show
    const { workshop } = await import('./features/workshop/routes');
    app.use(apiDocs(() => app)).use(workshop(context, assets));
  }
  await app.modules;
  assertGuarded(app.routes);
  return app;
}

export type App = Awaited<ReturnType<typeof createApp>>;
