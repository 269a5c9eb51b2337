/**
 * Shown while the wizard or a step loads. As high as the screen, so that the footer is not visible first and then
 * moves down: browsers count that as a layout shift, even under the splash.
 */
export function Loading() {
  return (
    <div className="flex min-h-screen flex-col items-center gap-4 pt-32 text-ink-soft">
      <span
        aria-hidden="true"
        className="size-8 animate-spin rounded-full border-3 border-green-100 border-t-green-800"
      />
      <p role="status">Laden...</p>
    </div>
  );
}
