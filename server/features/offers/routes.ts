import { Elysia } from 'elysia';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import type { PdfLimit } from '../../http/limits/read-limits';
import { quietPages } from '../../pages/quiet';
import type { WriteLimits } from '../applications/beginnings';
import { createFormPages } from './form-pages';
import { offerFormRoutes } from './link-forms';
import { offerReadingRoutes } from './reading-routes';
import { offerRequestRoutes } from './request-routes';

export function offerRoutes(context: Context, assets: Assets, limits: WriteLimits, pdfs: PdfLimit) {
  const show = quietPages(context, assets);
  return new Elysia({ name: 'offers' })
    .use(offerRequestRoutes(context, createFormPages(context, assets), limits.writes))
    .use(offerReadingRoutes(context, show, pdfs))
    .use(offerFormRoutes(context, show, limits));
}
