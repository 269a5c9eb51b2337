/** Icons of the wizard and the toasts, drawn like lucide's. Its package would enlarge the bundle of the wizard. */
type Props = { className?: string; strokeWidth?: number };

/** An icon of one path in the colour of the text. Hidden from screen readers: the text beside it says the same. */
function drawIcon(path: string) {
  return ({ className, strokeWidth = 2 }: Props) => (
    <svg
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

export const CheckIcon = drawIcon('M20 6 9 17l-5-5');
export const ChevronDownIcon = drawIcon('m6 9 6 6 6-6');
export const CloseIcon = drawIcon('M18 6 6 18M6 6l12 12');
export const CircleCheckIcon = drawIcon('M21.801 10A10 10 0 1 1 17 3.335M9 11l3 3L22 4');
