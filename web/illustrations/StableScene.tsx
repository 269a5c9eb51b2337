import { HorseHead } from './HorseHead';

export function StableScene({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 360" className={className} aria-hidden="true" focusable="false">
      <path className="fill-saddle-50" d="M0 0h480v360H0z" />
      <path className="fill-paper-deep" d="M0 0h480v36H0z" />
      <path className="fill-saddle-700" d="M0 34h480v12H0z" />
      <path
        className="fill-none stroke-saddle-100"
        strokeWidth="2"
        d="M0 112h480M0 174h480M0 236h480M64 50v62M40 174v62M84 112v62M440 236v62"
      />
      <path className="fill-saddle-300" d="M178 50h234v280H178z" />
      <path className="fill-green-600" d="M190 62h210v268H190z" />
      <g transform="translate(176 151) scale(.7)">
        <HorseHead />
      </g>
      <path className="fill-green-900" d="M190 232h210v98H190z" />
      <path
        className="fill-none stroke-green-800"
        strokeWidth="2"
        d="M232 232v98M274 232v98M316 232v98M358 232v98"
      />
      <path
        className="fill-none stroke-green-700"
        strokeWidth="9"
        strokeLinejoin="round"
        d="M197 240h196v83H197zM197 323l196-83"
      />
      <path className="fill-green-900" d="M412 62h52v166h-52z" />
      <path className="fill-none stroke-green-700" strokeWidth="7" d="M418 68h40v154h-40zM418 222l40-154" />
      <path
        className="fill-none stroke-ink"
        strokeWidth="5"
        strokeLinecap="round"
        d="M400 246h20M400 306h20M400 84h20M400 198h20M182 268h24"
      />
      <Lantern />
      <path
        className="fill-green-200"
        d="M0 330c31-2 77-4 120-4c50 0 90 4 140 4c50 0 90-4 140-4c29 0 60 2 80 4l0 30l-480 0l0-30z"
      />
      <Bucket />
    </svg>
  );
}

function Lantern() {
  return (
    <g>
      <path className="fill-none stroke-ink" strokeWidth="4" strokeLinecap="round" d="M116 78h24M116 70v16" />
      <path className="fill-ink" d="M130 90h24l-4-8h-16zM130 124h24v5h-24z" />
      <path className="fill-saddle-300" d="M132 90h20v34h-20z" />
      <path className="fill-saddle-50" d="M138 96h8v22h-8z" />
    </g>
  );
}

function Bucket() {
  return (
    <g>
      <path className="fill-none stroke-ink" strokeWidth="3" d="M76 292q26-44 52 0" />
      <path className="fill-ink-soft" d="M72 290h60l-8 52H80z" />
      <path className="fill-ink" d="M70 286h64v8H70z" />
      <path
        className="fill-none stroke-saddle-300"
        strokeWidth="3"
        strokeLinecap="round"
        d="M26 346l22-14M36 350l26-4M150 344l24 4M148 350l30-10"
      />
    </g>
  );
}
