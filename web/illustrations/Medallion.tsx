import { HorseHead } from './HorseHead';

/**
 * The horse in a round picture. The mails show it as `web/public/mail-horse.png`, a screenshot at 176 px, because mail
 * programs show no SVG.
 */
export function Medallion({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 176 176"
      width="176"
      height="176"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <clipPath id="medallion">
        <circle cx="88" cy="88" r="86" />
      </clipPath>
      <g clipPath="url(#medallion)">
        <path className="fill-saddle-50" d="M0 0h176v176H0z" />
        <circle className="fill-saddle-100" cx="124" cy="58" r="40" />
        <path className="fill-green-200" d="M0 128c30-12 60-14 90-8s60 4 86-6v62H0z" />
        <g transform="translate(30 62) scale(.44)">
          <HorseHead />
        </g>
      </g>
    </svg>
  );
}
