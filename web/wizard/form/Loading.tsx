/**
 * Shown while the wizard or a step of it is on its way. As high as the screen: the footer below must not be seen
 * before it is pushed away, which browsers count as a layout shift even under the splash.
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
