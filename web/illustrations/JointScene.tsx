export function JointScene({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 360" className={className} aria-hidden="true" focusable="false">
      <path className="fill-green-50" d="M0 0h480v360H0z" />
      <path
        className="fill-green-100"
        d="M0 330c36-4 89-11 140-12c65-2 115 5 180 4c58-1 119-5 160-8l0 46l-480 0l0-30z"
      />
      <Xray />
      <g transform="translate(44 -404) scale(2.44)">
        <path
          className="fill-saddle-800"
          d="M127 140c-6.5 3.5-2 13-2 20c0 7.5 2 13 3 20c1.5 11 4 19 5 30c0 2-.5 4.5-1 6l18 0c0-1.5 0-4 0-6c1-7 1.5-13 3-20c2.5-11 6.5-19 8-30c1-7 5-16.5-1-20c-10-6-22.5-6-33 0z"
        />
        <path
          className="fill-green-950"
          d="M132 213c-.5 3.5-.5 8.5 0 13c1 8.5 2.5 15.5 3 24c.5 6 0 10.5-1 16c-.5 4.5-1.5 8-3 12c-1.5 3.5-3.5 7-5 9l17 2c2-3.5 5.5-9 7-15c.5-3-.5-5-1-8c-1-5-2.5-9-3-14c-.5-5-1-9 0-14c1-6 4-10 5-16c.5-3 0-6.5-.5-9c-2.5 1-6 3-9.5 3c-3.5 0-7-2-9-3zM126 286l-8 14l25 0l0-11l-17-3z"
        />
        <path
          className="fill-saddle-600"
          d="M92 143c0 4 .5 9.5 1 15c.5 6 2 10 3 16c1.5 7.5 2.5 13.5 4 21c1 5 3 9 3 14c0 3.5-1 7.5-2 10l13 3l8-3c-1-3-2-7-2-11c0-4.5 1-8 2-12c2-7.5 3.5-13 6-20c2-6.5 4.5-11.5 6-18c1.5-6.5 8-16 2-18c-15-5.5-32.5-.5-44 3z"
        />
        <path
          className="fill-ink"
          d="M101.5 213c-.5 3-1 7-.5 11c.5 3.5 2.5 6.5 3 10c1 7.5 1 13.5 1 21c0 4-.5 7-1 11c-1 4.5-1.5 8-3 12c-1.5 3.5-3.5 7-5 9l18 2c2-3.5 5.5-9 7-15c.5-3-.5-5-1-8c-1-4-2.5-7-3-11c-.5-5.5-1-9.5 0-15c1-6 4-10 5-16c.5-4 0-8-.5-11c-2.5 1.5-6 4-9.5 4c-4 0-8-2.5-10.5-4z"
        />
        <path className="fill-ink-soft" d="M96 286l-8 14l26 0l0-11l-18-3z" />
        <path
          className="fill-none stroke-ink-soft"
          strokeWidth="1"
          strokeLinecap="round"
          d="M106 217q5 3 10 0M107 224q4 2 8 0"
        />
        <path
          className="fill-saddle-300"
          d="M101.5 231c2.5-.5 6.5-1.5 10.5-1.5c4 0 8 1 10.5 1.5c-.5 2.5-1.5 5.5-2 9c-.5 5-.5 9 0 14c.5 3.5 2 6.5 3 10c.5 3 1.5 6 1 9c-1 3.5-3.5 6-5 8c-2.5 0-6 0-9.5 0c-4-.5-8-1-11-1.5c0-2.5 .5-6 1-9.5c.5-3.5 2-6.5 2.5-10c.5-5.5 0-10 0-16c0-4.5-.5-9.5-1-13z"
        />
        <path
          className="fill-none stroke-saddle-100"
          strokeWidth="1.3"
          strokeLinecap="round"
          d="M103 242q9 3 17-5M103 251q9 3 17-5M103 260q10 3 18-5M101.5 269q11 3 21-5"
        />
        <path
          className="fill-green-600"
          d="M101 230.5q11-3 22 0l-1 6q-10-3-20 0zM100.3 274q12 4 24 0q-1 5-4.5 7.5q-11 1-21-1.5z"
        />
      </g>
      <path
        className="fill-none stroke-saddle-300"
        strokeWidth="4"
        strokeLinecap="round"
        d="M226 344l34-8M250 350l26-14M384 346l38-8M420 352l30-4M360 352l18-12"
      />
    </svg>
  );
}

function Xray() {
  return (
    <g>
      <rect className="fill-green-900" x="36" y="48" width="172" height="226" rx="16" />
      <g className="fill-green-100">
        <path d="M106 64l40 0c-2 8-4 20-6 32c-1 10-3 18-2 28c1 7 7 11 8 18c1 5 0 10-4 12c-4 2-9-2-14-2c-5 0-9 5-14 4c-4-1-8-5-8-10c-1-8 5-14 6-22c1-10 1-18 0-28c-1-12-4-24-6-32z" />
        <path d="M112 164c4-4 10-4 16-4c4 0 9-2 12 2c3 4 0 8-2 12c-4 8-10 14-14 22c-2 4 1 9-2 12c-4 3-9 2-14 2c-4 0-8-1-10-4c-2-4 0-8 2-12c3-7 7-11 10-18c2-4-1-9 2-12z" />
        <path d="M98 214c5-2 9 3 14 4c2 0 6-4 6-2c1 5-2 9-4 14c-2 4-2 8-6 10c-4 2-8 1-12 0c-4-1-9-2-10-6c-1-4 4-6 6-10c2-4 2-9 6-10z" />
        <path d="M84 240c4 0 6 5 10 6c4 1 9-1 12 2c3 3 2 8 2 12l-46 0c2-3 4-9 8-12c4-4 8-8 14-8z" />
        <path d="M146 150c2-1 5 2 6 4c1 3 1 7 0 10c-1 2-4 5-6 4c-3-1-4-5-4-8c0-4 1-8 4-10z" />
      </g>
      <circle className="fill-none stroke-saddle-300" strokeWidth="4" cx="128" cy="158" r="34" />
      <path
        className="fill-none stroke-saddle-300"
        strokeWidth="4"
        strokeLinecap="round"
        d="M153 183l16 18"
      />
    </g>
  );
}
