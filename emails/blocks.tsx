import { type CSSProperties, createContext, Fragment, type ReactNode, use } from 'react';
import { formatDay } from '#domain/dates';
import type { Fact } from '#domain/facts';
import { typeset } from '#domain/format';
import { mailHref } from '#domain/hrefs';
import { taxSentence } from '#domain/law/wordings';
import type { Operator } from '#domain/operator/operator';
import { neutral } from '#domain/text/mailable';
import { href, pages } from '#domain/urls';
import { colours, fonts } from './theme';

export type Site = {
  publicUrl: string;
  operator: Operator;
  /** Somebody learns of answers to our mails. */
  repliesRead: boolean;
};

/** Around each mail, so that its blocks know the site. */
export const MailSite = createContext<Site | null>(null);

function useSite(): Site {
  const site = use(MailSite);
  if (!site) throw new Error('This block is outside of a mail.');
  return site;
}

/** A component of one element, which has a look and nothing else. */
export function block(Tag: 'h1' | 'h2' | 'h3' | 'p', style: CSSProperties, className?: string) {
  return ({ children }: { children: ReactNode }) => (
    <Tag className={className} style={style}>
      {children}
    </Tag>
  );
}

const serif: CSSProperties = { color: colours.ink, fontFamily: fonts.serif };

export const Title = block(
  'h1',
  { margin: '0 0 18px', ...serif, fontSize: 29, lineHeight: '1.2', fontWeight: 'normal' },
  'title ink',
);
export const Heading = block(
  'h2',
  { margin: '30px 0 10px', ...serif, fontSize: 20, lineHeight: '1.3', fontWeight: 'normal' },
  'ink',
);
export const Subheading = block(
  'h3',
  { margin: '20px 0 4px', color: colours.ink, fontSize: 16, lineHeight: '24px' },
  'ink',
);
export const Paragraph = block('p', { margin: '0 0 16px' });
export const Small = block('p', { margin: '0 0 16px', color: colours.quiet, fontSize: 14 }, 'quiet');

/** A text with line feeds; an empty line begins a paragraph. */
export function Lines({ text }: { text: string }) {
  return text.split(/\n\s*\n/).map((paragraph, place) => (
    <Paragraph key={place}>
      <Broken lines={paragraph.split('\n')} />
    </Paragraph>
  ));
}

/** One below the other, in one paragraph. */
export function Broken({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 ? <br /> : null}
      {line}
    </Fragment>
  ));
}

type MailFact = Fact & { strong?: boolean };

export function Facts({ rows }: { rows: readonly MailFact[] }) {
  return (
    <table width="100%" border={0} cellPadding={0} cellSpacing={0} style={{ margin: '0 0 8px' }}>
      <tbody>
        {rows.map(({ label, value, strong = false }) => (
          <tr key={label} className="fact">
            <th className="quiet" scope="row" align="left" style={factLabel}>
              {label}
            </th>
            <td className="ink" style={{ ...factValue, fontWeight: strong ? 600 : 400 }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Facts with a price, and what else is said of it. */
export function Prices({ rows, notes = [] }: { rows: readonly MailFact[]; notes?: readonly string[] }) {
  const said = [taxSentence(useSite().operator), ...notes].filter(Boolean).join(' ');
  return (
    <>
      <Facts rows={rows} />
      {said ? <Small>{said}</Small> : null}
    </>
  );
}

/** `as`: numbered, if one step follows the other. */
export function Points({ items, as: Tag = 'ul' }: { items: readonly string[]; as?: 'ul' | 'ol' }) {
  return (
    <Tag style={{ margin: '0 0 16px', paddingLeft: 22 }}>
      {items.map((item) => (
        <li key={item} style={{ margin: Tag === 'ol' ? '0 0 10px' : '0 0 6px', paddingLeft: 4 }}>
          {item}
        </li>
      ))}
    </Tag>
  );
}

type ToPage = { /** A path of the site. */ to: string; children: string };

export function Action({ to, children }: ToPage) {
  return (
    <table role="presentation" border={0} cellPadding={0} cellSpacing={0} style={{ margin: '24px 0 16px' }}>
      <tbody>
        <tr>
          <td className="action" style={{ backgroundColor: colours.green, borderRadius: 6 }}>
            <a href={`${useSite().publicUrl}${to}`} style={action}>
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

type LetterProps = {
  title: string;
  /** The greeting; null: it is among the words of staff. */
  to?: string | null;
  /** A question for whom a wrong address reaches. */
  mistyped?: string;
  stopToken?: string;
  children: ReactNode;
};

/** Every mail to a visitor. */
export function Letter({ title, to = neutral, mistyped, stopToken: token, children }: LetterProps) {
  const { operator, repliesRead } = useSite();
  const { brand, company } = operator;
  return (
    <>
      <Title>{title}</Title>
      {to === null ? null : <Paragraph>{to},</Paragraph>}
      {children}
      {repliesRead ? null : <Small>Antworten auf diese E-Mail werden nicht gelesen.</Small>}
      <Paragraph>
        Haben Sie Fragen? Wir sind gern für Sie da:{' '}
        <TextLink href={company.phoneHref}>{company.phone}</TextLink> ({typeset(company.serviceHours)}) oder{' '}
        <TextLink href={mailHref(company.email)}>{company.email}</TextLink>.
      </Paragraph>
      {mistyped && (
        <Paragraph>
          {mistyped} Dann hat sich vermutlich jemand beim Eintragen der Adresse vertippt. Sie müssen nichts
          weiter tun.
        </Paragraph>
      )}
      <Paragraph>
        Mit freundlichen Grüßen
        <br />
        Ihr Team von {brand.name}
      </Paragraph>
      {token && (
        <Small>
          Sie möchten keine Erinnerungen mehr?{' '}
          <PageLink to={href(pages.stopReminders, { token })}>Hier abbestellen</PageLink>
        </Small>
      )}
    </>
  );
}

/** Beneath a link. `until`: the last day on which it works, `YYYY-MM-DD`; `period`: how long it does, as `30 Tage`. */
export function OnlyYours(valid: { until: string } | { period: string }) {
  const gilt = 'until' in valid ? `bis zum ${formatDay(valid.until)}` : valid.period;
  return <Small>Der Link ist nur für Sie bestimmt und gilt {gilt}. Bitte geben Sie ihn nicht weiter.</Small>;
}

/** `what`: as the mail calls the application. */
export function NotKept({ what = 'den Antrag' }: { what?: string }) {
  return (
    <Paragraph>
      Möchten Sie {what} nicht behalten? Unter <PageLink to={pages.ownData}>Meine Daten</PageLink> können Sie
      ihn löschen.
    </Paragraph>
  );
}

export function PageLink({ to, children }: ToPage) {
  return <TextLink href={`${useSite().publicUrl}${to}`}>{children}</TextLink>;
}

export function TextLink({ href, children }: { href: string | undefined; children: string }) {
  return (
    <a className="link" href={href} style={{ color: colours.saddle, textDecoration: 'underline' }}>
      {children}
    </a>
  );
}

const factLabel = {
  width: 190,
  padding: '8px 16px 8px 0',
  borderTop: `1px solid ${colours.line}`,
  color: colours.quiet,
  fontSize: 15,
  fontWeight: 'normal',
  verticalAlign: 'top',
} as const;

const factValue = {
  padding: '8px 0',
  borderTop: `1px solid ${colours.line}`,
  color: colours.ink,
  verticalAlign: 'top',
} as const;

const action = {
  display: 'inline-block',
  padding: '13px 24px',
  color: colours.paper,
  fontFamily: fonts.sans,
  fontSize: 16,
  fontWeight: 600,
  textDecoration: 'none',
} as const;

type TableProps = { children: ReactNode; className?: string; width?: number; style?: CSSProperties };

/** One row of cells, for layout only. `width` in px is for Outlook, which does not know `max-width`. */
export function Table({ children, className, width, style }: TableProps) {
  return (
    <table
      role="presentation"
      width={width ?? '100%'}
      border={0}
      cellPadding={0}
      cellSpacing={0}
      className={className}
      style={{ width: '100%', maxWidth: width, ...style }}
    >
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  );
}
