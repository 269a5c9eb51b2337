export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex items-center justify-center gap-3 py-16 text-ink-soft">
      <span
        aria-hidden="true"
        className="size-6 animate-spin rounded-full border-3 border-green-200 border-t-green-800"
      />
      <span>{label}</span>
    </div>
  );
}
