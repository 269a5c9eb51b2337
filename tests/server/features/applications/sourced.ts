import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { sourceHeader } from '#domain/application';
import type { TestApp } from '#tests/support/app';
import { createVisitor } from '#tests/support/people';

/** A browser that sends this header with each call; null: none. */
export function visitorWith(app: TestApp, header: string | null, id?: string) {
  const own: Record<string, string> = header === null ? {} : { [sourceHeader]: header };
  const ask: TestApp['ask'] = (method, path, more) =>
    app.ask(method, path, { ...more, headers: { ...more?.headers, ...own } });
  return createVisitor({ ask }, id);
}

export async function storedSource({ db }: TestApp, id: string): Promise<string | undefined> {
  const [row] = await db.read.select().from(applications).where(eq(applications.id, id));
  return row?.source;
}
