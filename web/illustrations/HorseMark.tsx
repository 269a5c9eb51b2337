/** Paths in a view box of 64 by 64. */
export const horseMark = {
  shoe: 'M20.5 57.5C11.6 50.6 6 40.9 6 30 6 15 17.6 5 32 5s26 10 26 25c0 10.9-5.6 20.6-14.5 27.5',
  head: 'M24 50c-.4-6 1.6-10.3 4.6-14-2.6.9-5 1.3-7.6 2.9-1.5.9-3.6.4-4.3-1.1-.6-1.3-.2-2.5.7-3.6l5.7-7.1c.9-1.2 1.2-2.5 1.4-4.1.4-3.3 1.9-6 4.7-7.5l.9-3.9c3.3 1.3 5.5 3.1 6.9 5.5 6.6 2.7 10.1 9.5 10.1 18.6 0 5.5-.9 10-2.3 14.3',
} as const;

/** The logo: a horse's head in a horseshoe, in the colour of the text. The sizes are for browsers too old for our styles. */
export function HorseMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 64 64"
      width="40"
      height="40"
      className={className}
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={horseMark.shoe} stroke="currentColor" strokeWidth="4.2" strokeLinecap="round" />
      <path d={horseMark.head} fill="currentColor" />
      <circle cx="29.5" cy="24.3" r="1.3" className="fill-paper" />
    </svg>
  );
}
