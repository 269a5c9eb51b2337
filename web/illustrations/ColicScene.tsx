import { Horse } from './Horse';
import { Vet } from './Vet';

export function ColicScene({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 360" className={className} aria-hidden="true" focusable="false">
      <path className="fill-saddle-50" d="M0 0h480v360H0z" />
      <path
        className="fill-none stroke-saddle-100"
        strokeWidth="2"
        d="M0 70h480M0 130h480M0 190h480M0 250h480M60 0v70M300 70v60M430 0v70M120 130v60M420 190v60M40 190v60"
      />
      <path className="fill-saddle-100" d="M0 290h480v70H0z" />
      <path
        className="fill-none stroke-saddle-300"
        strokeWidth="3"
        strokeLinecap="round"
        d="M24 344l26-6M60 350l20-12M430 346l28-8M404 352l18-4M250 352l24-6M150 352l20 2"
      />
      <g transform="translate(82 70) scale(.9)">
        <Horse />
        <g className="fill-none stroke-saddle-100" strokeWidth="3" strokeLinecap="round">
          <path d="M206 100c6 3 12 3 16 8c4 5 6 10 6 16c0 6-4 10-6 16M222 86c7 5 15 7 20 14c5 7 6 15 6 24c0 9-5 15-8 24" />
        </g>
        <g transform="translate(176)">
          <Vet reach="flank" />
        </g>
      </g>
    </svg>
  );
}
