/** A site in another state, without the way through the office. */
import { storeSiteState } from '#db/site-state';
import type { SiteState } from '#domain/site-state';
import type { TestApp } from './app';

export async function setState(
  { context, db }: Pick<TestApp, 'context' | 'db'>,
  state: Partial<SiteState>,
): Promise<void> {
  await db.write((tx) => storeSiteState(tx, state));
  await context.site.refresh();
}
