/** The veterinarian, facing right, 265 tall on y = 300; the hand is raised to a muzzle or laid on a flank. */
export function Vet({ reach }: { reach: 'muzzle' | 'flank' }) {
  return (
    <g>
      <path
        className="fill-green-900"
        d="M-84 200c4-8 22-8 26 0c8 16 1 32 0 50c-1 14 3 26-4 38c-3 6-15 6-18 0c-6-12-1-24-2-38c-1-18-10-34-2-50z"
      />
      <path className="fill-green-950" d="M-80 286h18q4 6 16 8q3 2 3 6h-37z" />
      <path
        className="fill-green-800"
        d="M-100 200c6-9 25-10 30 0c8 16-2 32-4 50c-1 14 3 26-4 38c-4 6-16 6-20 0c-7-12-4-24-4-38c0-18-8-35 2-50z"
      />
      <path className="fill-ink" d="M-99 286h20q4 6 16 8q3 2 3 6h-39z" />
      <path
        className="fill-saddle-300"
        d="M-85 62c4-4 12-4 16 0c5 6 7 16 2 22c-5 6-16 6-21 0c-5-6-2-16 3-22z"
      />
      <path
        className="fill-white"
        d="M-92 80c5-4 10-5 16-5c5 0 9 3 12 7c4 6 6 12 6 20c1 10-3 18-3 28c0 11 0 19 1 30c2 22 4 46 6 62l-53 0c1-16 3-40 4-62c0-14-1-26-1-40c0-9-1-16 1-24c2-7 5-12 11-16z"
      />
      <path
        className="fill-saddle-300"
        d="M-82 40c3-4 9-4 14-3c4 1 6 4 8 7c2 2 1 5 2 7c1 2 3 4 3 6c0 2-3 1-4 2c-1 2 1 5-1 7c-2 3-5 4-8 5c-4 1-7 0-10-2c-4-2-7-5-8-9c-1-7-1-14 4-20z"
      />
      <path
        className="fill-ink-soft"
        d="M-58 45c2-3-1-8-4-10c-4-3-9-5-14-5c-6 0-11 2-15 6c-3 3-5 7-5 12c0 5 1 9 3 14c1 3 2 7 5 8c3 1 3-4 5-6c2-1 4 0 5-2c2-3 0-7 2-10c1-3 3-5 6-6c4-2 9 3 12-1z"
      />
      <path
        className="fill-none stroke-line"
        strokeWidth="2"
        strokeLinecap="round"
        d="M-62 150c0 11 0 19 1 30c1 15 3 27 4 42M-92 158c5 0 9 0 14 0"
      />
      <path
        className="fill-none stroke-green-700"
        strokeWidth="3"
        strokeLinecap="round"
        d="M-86 78c4 6 4 17 12 18c6 1 5-10 8-16M-75 94c1 4 1 8 3 12c1 3 4 4 6 6"
      />
      <path className="fill-none stroke-green-900" strokeWidth="1.6" strokeLinecap="round" d="M-66 54h3.5" />
      {reach === 'muzzle' ? (
        <g>
          <path
            className="fill-paper-deep"
            d="M-96 84c1-4 8-4 12-2c6 2 8 7 12 12c5 6 6 15 13 19c5 2 10-3 14-6c7-6 11-12 17-19c4-4 4-11 10-12c5-1 9 5 9 10c-1 7-7 10-11 16c-6 8-10 15-18 22c-5 4-9 8-16 9c-6 1-12-2-17-6c-8-5-13-11-18-19c-5-8-9-15-7-24z"
          />
          <path
            className="fill-saddle-300"
            d="M-19 77c-1-5 6-7 9-11c2-3 4-6 7-8c2-1 6-3 8-1c2 2-1 4-2 7c-1 3-1 6-2 9c-3 5-3 12-9 13c-5 1-10-4-11-9z"
          />
        </g>
      ) : (
        <g>
          <path
            className="fill-none stroke-green-700"
            strokeWidth="3"
            strokeLinecap="round"
            d="M-72 100c4 14 3 28 12 40c7 9 18 14 30 12c13-2 18-15 30-20c5-2 9 0 14 0"
          />
          <path
            className="fill-paper-deep"
            d="M-96 86c1-4 8-6 12-4c5 2 7 7 10 12c5 6 6 13 12 18c5 5 11 6 18 8c10 3 19 0 28 6c4 3 4 11 0 13c-9 4-18 0-28-1c-8-1-14-1-22-4c-6-2-10-5-14-10c-5-6-9-11-12-18c-3-7-6-13-4-20z"
          />
          <path
            className="fill-saddle-300"
            d="M-17 126c2-3 7-2 11-2c4 0 8 0 12 1c3 1 7 1 8 4c1 2-2 4-4 5c-3 2-5 3-8 4c-6 1-13 4-18 1c-4-3-4-9-1-13z"
          />
          <circle className="fill-green-900" cx="15" cy="131" r="6" />
          <circle className="fill-saddle-300" cx="15" cy="131" r="2.5" />
        </g>
      )}
    </g>
  );
}
