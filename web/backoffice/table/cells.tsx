import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { berlinDay, formatDay } from '#domain/dates';
import { formatInstant } from '#domain/format';
import { mailHref, phoneHref } from '#domain/hrefs';
import { shortId } from '#domain/ids';
import { href, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';

/** Day and time; in a table one below the other, to keep the column narrow. */
export function Moment({ iso }: { iso: string }) {
  const [day, time] = formatInstant(iso).split(', ');
  return (
    <time dateTime={iso} className="whitespace-nowrap tabular-nums">
      <span>{day}</span>
      <span className="xl:hidden">, </span>
      <span className="text-ink-soft xl:block xl:text-sm">{time}</span>
    </time>
  );
}

export function ApplicationLink({ id }: { id: string }) {
  return (
    <Link
      to={href(pages.backofficeApplication, { id })}
      title={id}
      className={`font-mono text-sm whitespace-nowrap ${linkClass}`}
    >
      {shortId(id)}
    </Link>
  );
}

/** An e-mail address that may break after its @, and anywhere else if it would widen the table; a dash for none. */
export function EmailText({ email, linked = false }: { email: string | null; linked?: boolean }) {
  if (!email) return <span>-</span>;
  const at = email.lastIndexOf('@') + 1;
  return (
    <span className="wrap-anywhere">
      <Linked href={linked ? mailHref(email) : undefined}>
        <span>{email.slice(0, at)}</span>
        <wbr />
        <span>{email.slice(at)}</span>
      </Linked>
    </span>
  );
}

export function Text({ children }: { children: string | null }) {
  return <span className="wrap-anywhere">{children || '-'}</span>;
}

/** What names a row: its `id` describes the buttons of the row. */
export function Name({ id, children }: { id: string; children: string }) {
  return (
    <span id={id} className="font-semibold wrap-anywhere">
      {children}
    </span>
  );
}

export function InstantDay({ iso }: { iso: string }) {
  return <span className="whitespace-nowrap tabular-nums">{formatDay(berlinDay(new Date(iso)))}</span>;
}

export function Linked({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return children;
  return (
    <a href={href} className={linkClass}>
      {children}
    </a>
  );
}

/** No link if nobody may call any more. */
export function PhoneText({ phone, noCalls }: { phone: string; noCalls: boolean }) {
  return (
    <span className="wrap-anywhere">
      <Linked href={noCalls ? undefined : phoneHref(phone)}>{phone}</Linked>
    </span>
  );
}

const shortText = 100;

export function LongText({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  if (text.length <= shortText) return <span className="wrap-anywhere whitespace-pre-line">{text}</span>;
  return (
    <>
      <span className={`wrap-anywhere whitespace-pre-line ${open ? '' : 'line-clamp-3'}`}>{text}</span>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={`text-sm font-semibold ${linkClass}`}
      >
        {open ? 'Weniger anzeigen' : 'Mehr anzeigen'}
      </button>
    </>
  );
}
