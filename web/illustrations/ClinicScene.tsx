import { Horse } from './Horse';
import { Vet } from './Vet';

export function ClinicScene({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 360" className={className} aria-hidden="true" focusable="false">
      <path className="fill-green-50" d="M0 0h480v360H0z" />
      <circle className="fill-green-100" cx="382" cy="86" r="58" />
      <path
        className="fill-green-100"
        d="M240 250c20-11 50-28 80-36c28-8 51-9 80-8c29 1 60 10 80 16l0 98l-240 0l0-70z"
      />
      <path className="fill-saddle-100" d="M0 122h262v190H0z" />
      <path className="fill-green-800" d="M0 104h276v22H0z" />
      <path className="fill-green-700" d="M186 196h58v116h-58z" />
      <path className="fill-none stroke-green-600" strokeWidth="3" d="M215 196v116M206 254v14M224 254v14" />
      <path className="fill-green-200" d="M18 160h34v46H18z" />
      <path className="fill-none stroke-white" strokeWidth="3" d="M18 182h34" />
      <rect className="fill-saddle-700" x="70" y="160" width="42" height="42" rx="10" />
      <path
        className="fill-none stroke-paper"
        strokeWidth="8"
        strokeLinecap="round"
        d="M91 170v22M80 181h22"
      />
      <path
        className="fill-green-200"
        d="M0 312c41-2 102-5 160-6c58-1 102 3 160 2c58-1 119-4 160-6l0 58l-480 0l0-48z"
      />
      <ellipse className="fill-green-600" opacity=".35" cx="320" cy="340" rx="200" ry="9" />
      <g transform="translate(222 70) scale(.9)">
        <Horse />
        <Vet reach="muzzle" />
      </g>
    </svg>
  );
}
