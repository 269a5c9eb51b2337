/** The whole HTTP application. It needs no port: tests call `app.handle`. */
import { Elysia } from 'elysia';
import type { Assets } from './assets';
import type { Context } from './context';
import { applicationRoutes } from './features/applications/routes';
import { guessLimit } from './features/auth/guessing';
import { authRoutes, passwordRoutes } from './features/auth/routes';
import { backofficeRoutes } from './features/backoffice/routes';
import { bankRoutes } from './features/banks/routes';
import { callbackRoutes } from './features/callbacks/routes';
import { documentRoutes } from './features/documents/routes';
import { healthRoutes, readinessRoutes, type Stage } from './features/health/routes';
import { createPageCache } from './features/pages/cache';
import { errorPage, refusedFormPage } from './features/pages/public';
import { pageRoutes } from './features/pages/routes';
import { reminderRoutes } from './features/reminders/routes';
import { statusRoutes } from './features/status/routes';
import { tariffRoutes } from './features/tariffs/routes';
import { withdrawalRoutes } from './features/withdrawals/routes';
import { assertGuarded } from './http/access';
import { apiDocs } from './http/api-docs';
import { jsonBody, serverLimit } from './http/body';
import { compactResponses } from './http/compact';
import { sameSiteCalls } from './http/cross-site';
import { errorResponses, lastResort } from './http/errors';
import { securityHeaders, securityHeadersOf } from './http/headers';
import { rateLimit } from './http/rate-limit';
import { readableAddresses, requestLog } from './http/requests';

/** Idle connections and half-sent requests are closed after this time. */
const idleSeconds = 12;

/**
 * Rejects if a route of the backoffice declares no role. The default `stage` is an application that has started and
 * never stops.
 */
export async function createApp(
  context: Context,
  assets: Assets,
  stage: Stage = { started: true, leaving: new AbortController().signal },
) {
  const { config, log } = context;
  // one count per visitor for all public calls that write
  const publicWrites = rateLimit(context, { name: 'public-write', limit: 60, windowMs: 60_000 });
  // with `reusePort`, a port in use would be shared with the other server instead of being an error
  const serve = {
    maxRequestBodySize: serverLimit,
    idleTimeout: idleSeconds,
    reusePort: false,
    error: lastResort(log, securityHeadersOf(config.production)),
  };
  const guesses = guessLimit(context);
  const pages = createPageCache(context, stage.leaving);
  // with `standardHostname`, Elysia expects a longer host name and misreads the path of `http://a/path`
  const app = new Elysia({ serve, handler: { standardHostname: false }, normalize: false })
    .use(pages.fresh)
    .use(errorResponses(log, (request, status) => errorPage(context, assets, request, status)))
    .use(securityHeaders(config.production))
    .use(requestLog(log))
    .use(readableAddresses)
    .use(readinessRoutes(stage))
    .use(sameSiteCalls(context.publicUrl))
    .use(compactResponses)
    // before `jsonBody`: these check the role and the rate limit before they read the body
    .use(backofficeRoutes(context))
    .use(passwordRoutes(context, guesses))
    .use(reminderRoutes(context, assets, publicWrites))
    .use(applicationRoutes(context, publicWrites))
    .use(callbackRoutes(context, publicWrites, (form) => refusedFormPage(context, assets, form)))
    .use(withdrawalRoutes(context, assets, publicWrites))
    .use(statusRoutes(context, assets, publicWrites))
    .use(jsonBody)
    .use(healthRoutes(context, stage))
    .use(tariffRoutes(context))
    .use(documentRoutes(context))
    .use(bankRoutes)
    .use(authRoutes(context, guesses))
    .use(await pageRoutes(context, assets, pages));
  if (!config.production) {
    // imported here so that production does not load them
    const { workshop } = await import('./features/workshop/routes');
    app.use(apiDocs(() => app, context.operator.brand.name)).use(workshop(context, assets));
  }
  await app.modules;
  assertGuarded(app.routes);
  return app;
}

export type App = Awaited<ReturnType<typeof createApp>>;
