import type { ReactNode } from 'react';

type Props = { className?: string };

function Icon({ className, children }: Props & { children: ReactNode }) {
  return (
    <svg viewBox="0 0 48 48" className={className} fill="none" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export function ShieldIcon({ className }: Props) {
  return (
    <Icon className={className}>
      <path
        className="fill-green-800"
        d="M24 3.5c5.5 3.8 11 5.6 17 6v13.4c0 10.6-6.6 17.6-17 21.6C13.6 40.5 7 33.5 7 22.9V9.5c6-.4 11.5-2.2 17-6z"
      />
      <path
        className="stroke-saddle-300"
        strokeWidth="4"
        strokeLinecap="round"
        d="M18.5 32.5C13 25 14.5 14 24 14s11 11 5.5 18.5"
      />
      <path
        className="stroke-green-800"
        strokeWidth="1.4"
        strokeLinecap="round"
        d="M17.2 20.5h.01M16.9 25h.01M30.8 20.5h.01M31.1 25h.01M20.5 16.3h.01M27.5 16.3h.01"
      />
    </Icon>
  );
}

export function VetCrossIcon({ className }: Props) {
  return (
    <Icon className={className}>
      <path
        className="fill-green-800"
        d="M19 4h10a3 3 0 0 1 3 3v9h9a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-9v9a3 3 0 0 1-3 3H19a3 3 0 0 1-3-3v-9H7a3 3 0 0 1-3-3V19a3 3 0 0 1 3-3h9V7a3 3 0 0 1 3-3z"
      />
      <path
        className="stroke-saddle-300"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M8.5 25h8.2l3-7.5 6 13.5 3.4-6h10.4"
      />
    </Icon>
  );
}

export function ClockIcon({ className }: Props) {
  return (
    <Icon className={className}>
      <circle className="fill-green-800" cx="24" cy="24" r="20" />
      <path className="fill-saddle-300" d="M24 24V9a15 15 0 0 1 13 7.5z" />
      <path
        className="stroke-paper"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M24 11v13l9.5-5.5"
      />
      <path
        className="stroke-green-200"
        strokeWidth="2.4"
        strokeLinecap="round"
        d="M24 39.5v-1M8.5 24h1M39.5 24h-1"
      />
    </Icon>
  );
}

export function BandageIcon({ className }: Props) {
  return (
    <Icon className={className}>
      <path
        className="fill-green-800"
        d="M14 2l20 0c-.5 2-1.5 4.5-2.5 7c-.5 1-.5 2-.5 3c0 1.5 1.5 2.5 1 4c-.5 1.5-2 2.5-2.5 4c-.5 3-1 5-.5 8c.5 2 2 3 2.5 5c.5 2 0 4.5-.5 6l-16 0c.5-1.5 1.5-3 2-5c1-2 2-3.5 2.5-6c.5-3 0-5-.5-8c-.5-1.5-1.5-2.5-2-4c-.5-2 1-3 .5-5c-.5-3.5-2.5-7-3.5-9z"
      />
      <path className="fill-ink-soft" d="M15 38.5 9.5 45.5h19.5l2.5-7z" />
      <path
        className="fill-saddle-300"
        d="M18 18l12.5 0c-.5 2.5-1 6.5-.5 10c.5 2 2.5 3.5 2.5 5.5c0 1.5-1 2.5-1.5 3.5l-15 0c.5-.5 1.5-2 2-3c.5-2 1-4 1-6c0-3.5-.5-7.5-1-10z"
      />
      <path
        className="stroke-saddle-700"
        strokeWidth="1.6"
        strokeLinecap="round"
        d="m19.5 24 9.5-2M19.5 29 30 26.5M18 34l13.5-3.5"
      />
    </Icon>
  );
}

export function AgeIcon({ className }: Props) {
  return (
    <Icon className={className}>
      <g transform="translate(2.4 2.4) scale(.9)">
        <path
          className="stroke-saddle-300"
          strokeWidth="6.5"
          strokeLinecap="round"
          d="M24 24c4.5-6.5 8-9.5 12-9.5a9.5 9.5 0 0 1 0 19c-4 0-7.5-3-12-9.5"
        />
        <path
          className="stroke-green-800"
          strokeWidth="6.5"
          strokeLinecap="round"
          d="M24 24c-4.5 6.5-8 9.5-12 9.5a9.5 9.5 0 0 1 0-19c4 0 7.5 3 12 9.5"
        />
        <path
          className="stroke-paper"
          strokeWidth="1.7"
          strokeLinecap="round"
          d="M12 14.5h.01M5.3 17.3h.01M2.5 24h.01M5.3 30.7h.01M12 33.5h.01M36 14.5h.01M42.7 17.3h.01M45.5 24h.01M42.7 30.7h.01M36 33.5h.01"
        />
      </g>
    </Icon>
  );
}

export function ExclusionIcon({ className }: Props) {
  return (
    <Icon className={className}>
      <rect className="fill-green-800" x="7" y="7" width="30" height="37" rx="4" />
      <rect className="fill-saddle-300" x="15" y="3.5" width="14" height="8" rx="3" />
      <path
        className="stroke-green-100"
        strokeWidth="2.6"
        strokeLinecap="round"
        d="M13.5 19h17M13.5 26h11M13.5 33h6"
      />
      <circle className="fill-saddle-600 stroke-paper" strokeWidth="2" cx="34" cy="34" r="10" />
      <path className="stroke-paper" strokeWidth="2.8" strokeLinecap="round" d="m30 30 8 8M38 30l-8 8" />
    </Icon>
  );
}

export function PayoutIcon({ className }: Props) {
  return (
    <Icon className={className}>
      <rect className="fill-green-800" x="3.5" y="9" width="38" height="24" rx="4" />
      <path className="stroke-green-200" strokeWidth="2.4" strokeLinecap="round" d="M9.5 15.5h5M9.5 26.5h5" />
      <circle className="fill-green-600" cx="22.5" cy="21" r="6" />
      <circle className="fill-saddle-300 stroke-paper" strokeWidth="2" cx="33.5" cy="31" r="11.5" />
      <path
        className="stroke-saddle-800"
        strokeWidth="2.4"
        strokeLinecap="round"
        d="M37.5 26.6a5.6 5.6 0 1 0 0 8.8M27.5 29.5h7M27.5 32.5h6"
      />
    </Icon>
  );
}

export function GlobeIcon({ className }: Props) {
  return (
    <Icon className={className}>
      <circle className="fill-green-800" cx="22" cy="26" r="18" />
      <path
        className="stroke-green-200"
        strokeWidth="2"
        d="M4.5 26h35M22 8.5c-11 10-11 25 0 35M22 8.5c11 10 11 25 0 35"
      />
      <path
        className="fill-saddle-600 stroke-paper"
        strokeWidth="2"
        d="M35 3a9 9 0 0 1 9 9c0 6-9 14-9 14s-9-8-9-14a9 9 0 0 1 9-9z"
      />
      <circle className="fill-paper" cx="35" cy="12" r="3.2" />
    </Icon>
  );
}

export function DocumentIcon({ className }: Props) {
  return (
    <Icon className={className}>
      <path
        className="fill-green-800"
        d="M11 4h18l11 11v25a4 4 0 0 1-4 4H11a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z"
      />
      <path className="fill-saddle-300" d="M29 4l11 11h-8a3 3 0 0 1-3-3z" />
      <path
        className="stroke-green-100"
        strokeWidth="2.6"
        strokeLinecap="round"
        d="M14 15h8M14 22h19M14 29h11"
      />
      <circle className="fill-saddle-600 stroke-paper" strokeWidth="2" cx="33" cy="35" r="6" />
    </Icon>
  );
}
