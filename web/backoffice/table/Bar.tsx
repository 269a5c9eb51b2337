/** A part of a whole, from 0 to 1, beside its number. */
export function Bar({ share, fill = 'fill-green-700' }: { share: number; fill?: string }) {
  return (
    <svg aria-hidden="true" width="100%" height="14" className="block min-w-16">
      <rect
        width="100%"
        height="14"
        rx="3"
        className="fill-paper-deep forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
      />
      <rect
        width={`${share * 100}%`}
        height="14"
        rx="3"
        className={`forced-colors:fill-[CanvasText] ${fill}`}
      />
    </svg>
  );
}
