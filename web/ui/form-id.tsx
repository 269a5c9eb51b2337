import { randomUuid } from '#domain/ids';

/** Names one sending of a plain form: clicked twice, it counts once. It may change when the page is rendered again. */
export function FormId() {
  return <input type="hidden" name="id" defaultValue={randomUuid()} suppressHydrationWarning />;
}
