import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatInstant } from '#domain/format';
import { shortId } from '#domain/ids';
import { phoneHref } from '#domain/links';
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

type EmailTextProps = { email: string; href?: string };

/** An e-mail address that may break after its @, and anywhere else if it would widen the table. */
export function EmailText({ email, href }: EmailTextProps) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <span className="wrap-anywhere">
      <Linked href={href}>
        <span>{email.slice(0, at)}</span>
        <wbr />
        <span>{email.slice(at)}</span>
      </Linked>
    </span>
  );
}

export function Linked({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return children;
  return (
    <a href={href} className={linkClass}>
      {children}
    </a>
  );
}

type PhoneTextProps = { phone: string; noCalls: boolean };

/** No link if nobody may call any more. */
export function PhoneText({ phone, noCalls }: PhoneTextProps) {
  return noCalls ? <span>{phone}</span> : <Linked href={phoneHref(phone)}>{phone}</Linked>;
}

const shortText = 100;

/** The beginning of a text, which a button completes. */
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
