export function EmptyScene({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 240 160" className={className} aria-hidden="true" focusable="false">
      <circle className="fill-saddle-100" cx="168" cy="56" r="26" />
      <path
        className="fill-green-100"
        d="M8 116c4-14 18-20 32-24c15-4 28 2 44 4c16 2 28 10 44 8c18-2 30-17 48-18c14-1 26 5 38 12c8 5 18 10 18 20c0 9-7 18-16 20c-34 8-61 6-96 6c-33 0-60 2-92-6c-10-3-23-12-20-22z"
      />
      <path className="fill-none stroke-saddle-800" strokeWidth="4" strokeLinecap="round" d="M52 104V80" />
      <path
        className="fill-green-600"
        d="M52 90c-5 0-11-2-14-6c-4-5-4-10-3-16c1-6 3-11 7-16c3-3 6-6 10-6c4 0 7 3 10 6c4 5 6 10 7 16c1 6 1 11-3 16c-3 4-9 6-14 6z"
      />
      <g className="fill-none stroke-saddle-600" strokeLinecap="round">
        <path strokeWidth="6" d="M84 80v52M144 80v52M204 82v48" />
        <path strokeWidth="4.5" d="M72 92h144M72 110h144" />
      </g>
      <path
        className="fill-none stroke-ink-soft"
        strokeWidth="5"
        strokeLinecap="round"
        d="M107 114c-5-14 0-25 8-25s13 11 8 25"
      />
      <path
        className="fill-green-200"
        d="M14 132c14-15 36-7 56-8c22-1 38 0 60 0c22 0 38-2 60 0c13 1 36-5 36 8c0 14-22 12-36 14c-25 4-45 4-70 4c-25 0-45 0-70-4c-14-2-45-4-36-14z"
      />
      <path
        className="fill-none stroke-green-600"
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M58 138q-1-8-6-12M60 138q1-7 5-10M176 140q-1-8-6-12M178 140q1-7 5-10"
      />
    </svg>
  );
}
