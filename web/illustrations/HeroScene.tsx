import { Horse } from './Horse';

export function HeroScene({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 900 560" className={className} aria-hidden="true" focusable="false">
      <path className="fill-saddle-50" d="M0 0h900v560H0z" />
      <circle className="fill-saddle-100" cx="706" cy="168" r="86" />
      <path
        className="fill-white"
        d="M700 126c5-7 12-10 20-12c8-2 16 5 24 2c8-3 10-13 18-16c10-3 19-2 28 2c8 3 8 13 16 16c7 3 14-2 22 0c6 2 13 4 14 10c1 5-7 6-12 6l-124 0c-3-2-8-5-6-8z"
        opacity=".8"
      />
      <path
        className="fill-white"
        d="M60 112c3-6 9-10 16-12c8-2 14 4 22 2c6-1 8-9 14-10c8-1 15 2 22 6c7 3 14 5 16 12c1 4-5 5-10 6l-72 0c-4 0-9-1-8-4z"
        opacity=".8"
      />
      <path
        className="fill-green-100"
        d="M0 292c22-10 56-26 90-30c39-5 71 0 110 6c44 7 75 31 120 32c48 2 84-13 130-24c47-11 82-32 130-36c50-4 90 4 140 12c37 6 63 24 100 28c29 3 60-5 80-10l0 150l-900 0l0-128z"
      />
      <path
        className="fill-green-200"
        d="M0 352c30-9 76-23 120-26c50-3 90 4 140 8c58 5 102 19 160 18c65-1 115-16 180-22c57-5 102-11 160-8c51 2 104 14 140 22l0 216l-900 0l0-208z"
      />
      <Stable />
      <Trees />
      <path
        className="fill-green-200"
        d="M0 378c41-6 102-15 160-16c61-1 109 7 170 10c68 4 122 11 190 10c72-1 128-15 200-16c65-1 134 6 180 10l0 184l-900 0l0-182z"
      />
      <Fence />
      <path
        className="fill-green-600"
        opacity=".35"
        d="M270 482c68-9 121-10 190-12c65-2 115-2 180 0c58 1 103 3 160 8c11 1 41 6 30 8c-46 7-83 7-130 8c-79 2-141 1-220 0c-65 0-115 1-180-3c-11-1-41-8-30-9z"
      />
      <g transform="translate(412 122) scale(1.2)">
        <Horse />
        <Woman />
      </g>
      <path
        className="fill-green-700"
        d="M0 508c36-7 89-19 140-20c65-2 115 7 180 12c72 5 128 15 200 16c72 1 128-6 200-12c65-5 134-13 180-18l0 74l-900 0l0-52z"
      />
      <path
        className="fill-green-800"
        d="M0 540c51-7 128-17 200-18c79-1 141 8 220 12c79 4 141 14 220 12c94-2 194-14 260-22l0 36l-900 0l0-20z"
      />
      <Grass />
    </svg>
  );
}

function Stable() {
  return (
    <g>
      <path className="fill-paper" d="M64 300h124v60H64z" />
      <path className="fill-saddle-700" d="M52 304l28-38h92l28 38z" />
      <path className="fill-saddle-800" d="M84 322h22v38H84zM146 322h22v38h-22z" />
      <path className="fill-paper-deep" d="M118 322h16v16h-16z" />
      <path
        className="fill-none stroke-saddle-300"
        strokeWidth="2"
        d="M84 340h22M146 340h22M126 322v16M118 330h16"
      />
    </g>
  );
}

function Trees() {
  return (
    <g>
      <path
        className="fill-none stroke-saddle-800"
        strokeWidth="6"
        strokeLinecap="round"
        d="M240 364v-44M846 372v-74M846 336l14-16"
      />
      <path
        className="fill-green-600"
        d="M240 338c-8 0-16-2-22-8c-6-6-7-14-6-22c1-9 4-15 10-22c5-6 11-10 18-10c7 0 13 4 18 10c6 7 9 13 10 22c1 8 0 16-6 22c-6 6-14 8-22 8z"
      />
      <path
        className="fill-green-700"
        d="M846 324c-11 0-21 2-30-4c-9-5-14-14-16-24c-2-12 1-21 6-32c5-11 11-18 20-26c7-6 14-12 24-12c11 0 18 6 26 14c8 8 13 17 16 28c3 11 2 21-2 32c-3 9-8 16-16 20c-9 5-18 4-28 4z"
      />
      <path
        className="fill-green-600"
        d="M826 296c-6 2-11-3-14-8c-4-6-4-13-2-20c2-8 6-13 12-18c5-5 12-11 18-8c5 3-3 10-2 16c1 4 8 5 8 10c-1 6-7 7-10 12c-4 6-4 14-10 16z"
      />
    </g>
  );
}

function Fence() {
  return (
    <g className="fill-none stroke-saddle-300" strokeLinecap="round">
      <path
        strokeWidth="8"
        d="M14 378v64M134 380v64M254 384v62M374 386v60M614 386v60M706 384v62M892 380v64"
      />
      <path strokeWidth="6" d="M-6 396c240 10 640 14 912 0M-6 420c240 10 640 14 912 0" />
    </g>
  );
}

function Woman() {
  return (
    <g>
      <path
        className="fill-saddle-300"
        d="M-82 158c3-5 12-2 16 2c7 9 10 19 11 30c2 15 4 29-3 42c-3 6-16 6-20 0c-8-10-7-23-8-36c-1-14-3-26 4-38z"
      />
      <path
        className="fill-green-950"
        d="M-80 224c5-6 18-7 22 0c6 10 0 20-1 32c-1 10-5 18-2 28c2 6 10 5 14 9c2 2 3 5 3 7l-35 0c0-7 1-16 0-24c-1-9-3-15-3-24c0-10-5-20 2-28z"
      />
      <path
        className="fill-saddle-100"
        d="M-97 156c9-8 24-7 35 0c7 5 3 15 2 24c-1 10-3 17-6 26c-3 9-1 19-9 24c-6 5-17 4-22-2c-8-11-6-23-6-36c0-13-4-27 6-36z"
      />
      <path
        className="fill-ink"
        d="M-99 222c6-6 20-7 25 0c7 9 0 21-1 32c-1 11-7 19-4 30c1 6 10 5 14 9c2 2 3 5 3 7l-37 0c1-7 2-16 1-24c-1-9-4-17-4-26c0-10-4-21 3-28z"
      />
      <path
        className="fill-saddle-300"
        d="M-85 62c4-4 12-4 16 0c5 6 7 16 2 22c-5 6-16 6-21 0c-5-6-2-16 3-22z"
      />
      <path
        className="fill-green-700"
        d="M-92 80c5-4 10-5 16-5c5 0 9 3 12 7c4 6 4 11 4 18c0 8-3 14-4 22c-1 7-2 13-1 20c2 10 5 21 8 28l-48 0c2-7 4-16 5-26c1-9-1-15-2-24c-1-9-3-16-1-24c2-7 5-12 11-16z"
      />
      <path
        className="fill-saddle-300"
        d="M-82 40c3-4 9-4 14-3c4 1 6 4 8 7c2 2 1 5 2 7c1 2 3 4 3 6c0 2-3 1-4 2c-1 2 1 5-1 7c-2 3-5 4-8 5c-4 1-7 0-10-2c-4-2-7-5-8-9c-1-7-1-14 4-20z"
      />
      <path
        className="fill-saddle-800"
        d="M-58 43c1-4-3-7-6-9c-4-3-8-3-13-3c-5 0-9 2-13 5c-4 3-3 8-6 12c-1 2-4 2-5 4c-2 5-1 9-3 14c-3 8-10 12-10 20c0 4 8 1 11-2c4-4 4-10 8-14c2-2 5-2 7-4c2-2 2-4 4-6c2-2 6-2 8-4c2-2 1-6 3-8c2-2 5-1 7-2c3-1 7 0 8-3z"
      />
      <path
        className="fill-green-800"
        d="M-96 84c1-4 8-4 12-2c6 2 8 7 12 12c5 6 6 15 13 19c5 2 10-3 14-6c7-6 11-12 17-19c4-4 4-11 10-12c5-1 9 5 9 10c-1 7-7 10-11 16c-6 8-10 15-18 22c-5 4-9 8-16 9c-6 1-12-2-17-6c-8-5-13-11-18-19c-5-8-9-15-7-24z"
      />
      <path
        className="fill-saddle-300"
        d="M-19 77c-1-5 6-7 9-11c2-3 4-6 7-8c2-1 6-3 8-1c2 2-1 4-2 7c-1 3-1 6-2 9c-3 5-3 12-9 13c-5 1-10-4-11-9z"
      />
      <path
        className="fill-none stroke-green-900"
        strokeWidth="1.6"
        strokeLinecap="round"
        d="M-100 144c6 1 10 4 16 4c7 0 12-3 19-4M-66 55c1 0 2 0 3 0"
      />
    </g>
  );
}

function Grass() {
  return (
    <path
      className="fill-none stroke-green-600"
      strokeWidth="3"
      strokeLinecap="round"
      d="M96 520q-2-14-10-20M98 520q2-12 8-18M356 526q-2-14-10-20M358 526q2-12 8-18M610 530q-2-14-10-20M612 530q2-12 8-18M786 516q-2-14-10-20M788 516q2-12 8-18"
    />
  );
}
