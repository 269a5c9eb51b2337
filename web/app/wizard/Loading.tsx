/** Shown while the wizard or a step of it is on its way. */
export function Loading() {
  return (
    <div className="flex min-h-80 flex-col items-center justify-center gap-4 text-ink-soft">
      <span
        aria-hidden="true"
        className="size-8 animate-spin rounded-full border-3 border-green-100 border-t-green-800"
      />
      <p role="status">Laden...</p>
    </div>
  );
}
