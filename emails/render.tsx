import { compile, type HtmlToTextOptions } from 'html-to-text';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { previewToken } from '#domain/access-links';
import { businessLines, intermediaryFacts, type Operator, placeholders } from '#domain/operator/operator';
import { pages } from '#domain/urls';
import { Broken, MailSite, type Site, Table } from './blocks';
import { type Division, DivisionNote } from './division';
import { colours, fonts, styleSheet } from './theme';

/** `division`: left out, the mail is whole. */
export type Common = Site & { division?: Division };

export const exampleSite: Common = {
  publicUrl: 'https://www.sattelfest.example',
  operator: placeholders,
  repliesRead: true,
};

export const exampleApplication = {
  ...exampleSite,
  applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
  applicant: { salutation: 'mrs', firstName: 'Johanna', lastName: 'Sommer' },
  horseName: 'Fjölnir',
  insuranceStart: '2026-03-05',
  tariff: 'premium',
  deductible: 250,
  frequency: 'quarterly',
  periodCents: 19605,
  token: previewToken,
} as const;

export type Mail<Props extends Common> = {
  /** One line without names of people and horses, because somebody else may have entered the address. */
  subject: (props: Props) => string;
  /** The line that an inbox shows after the subject. */
  preheader: (props: Props) => string;
  body: (props: Props) => ReactNode;
  example: Props;
};

export type RenderedMail = { subject: string; html: string; text: string };

export function renderMail<Props extends Common>(mail: Mail<Props>, props: Props): RenderedMail {
  return withText(renderHtml(mail, props, mail.subject(props)));
}

/** The first half of `renderMail`: each takes some milliseconds, and others may have their turn in between. */
export function renderHtml<Props extends Common>(
  mail: Mail<Props>,
  props: Props,
  subject: string,
): Omit<RenderedMail, 'text'> {
  const markup = renderToStaticMarkup(
    <MailSite value={props}>
      <Sheet site={props} title={subject} preheader={mail.preheader(props)}>
        {mail.body(props)}
      </Sheet>
    </MailSite>,
  );
  return { subject, html: `<!doctype html>${markup}` };
}

export function withText(mail: Omit<RenderedMail, 'text'>): RenderedMail {
  return { ...mail, text: toText(mail.html).replace(/\n{4,}/g, '\n\n\n') };
}

type SheetProps = { site: Common; title: string; preheader: string; children: ReactNode };

function Sheet({ site: { publicUrl, operator, division }, title, preheader, children }: SheetProps) {
  return (
    <html lang="de" dir="ltr">
      <Head title={title} />
      <body className="page" style={{ margin: 0, padding: 0, backgroundColor: colours.paper }}>
        <div data-skip-in-text="true" style={hidden}>
          {preheader}
        </div>
        <Table>
          <td className="page margin" align="center" style={page}>
            <Table className="card" width={600} style={card}>
              <td>
                <Masthead publicUrl={publicUrl} brand={operator.brand} />
                <div className="inset ink" style={content}>
                  {division && <DivisionNote {...division} />}
                  {children}
                </div>
              </td>
            </Table>
            <Footer publicUrl={publicUrl} operator={operator} />
          </td>
        </Table>
      </body>
    </html>
  );
}

function Head({ title }: { title: string }) {
  return (
    <head>
      <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
      <meta name="x-apple-disable-message-reformatting" />
      <title>{title}</title>
      <style>{styleSheet}</style>
    </head>
  );
}

const hidden = { display: 'none', maxHeight: 0, maxWidth: 0, overflow: 'hidden', opacity: 0 } as const;

const page = { padding: '32px 16px', backgroundColor: colours.paper } as const;

const card = {
  backgroundColor: colours.card,
  border: `1px solid ${colours.line}`,
  borderRadius: 6,
  borderCollapse: 'separate',
  overflow: 'hidden',
} as const;

const content = {
  padding: '34px 36px 26px',
  color: colours.ink,
  fontFamily: fonts.sans,
  fontSize: 16,
  lineHeight: '24px',
  // a name of 100 letters must not widen the mail
  wordBreak: 'break-word',
  overflowWrap: 'anywhere',
} as const;

const line = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

const textOptions: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: 'a[href^="tel:"]', format: 'anchor', options: { ignoreHref: true } },
    // facts are `Label: value` on one line
    { selector: 'tr.fact', format: 'block', options: line },
    { selector: 'tr.fact > th', format: 'inlineSurround', options: { suffix: ': ' } },
    { selector: 'tr.fact > td', format: 'inline' },
    ...['h1', 'h2', 'h3'].map((selector) => ({
      selector,
      format: 'heading',
      options: { uppercase: false },
    })),
  ],
};

let compiled: ReturnType<typeof compile> | undefined;

/** Compiles the options once, which takes four times as long as a mail, and not before the first one: a start need not wait. */
function toText(html: string): string {
  compiled ??= compile(textOptions);
  return compiled(html);
}

/** The sender's company data, which business letters must contain (GmbHG § 35a), and the status as intermediary. */
function Footer({ publicUrl, operator }: { publicUrl: string; operator: Operator }) {
  const { company } = operator;
  const [status, register, insurer] = intermediaryFacts(operator);
  return (
    <Table width={600}>
      <td className="inset quiet" style={footer}>
        <p style={paragraph}>
          <Broken lines={[company.name, `${company.street}, ${company.zipCode} ${company.city}`]} />
        </p>
        <p style={paragraph}>
          <Broken lines={businessLines(operator)} />
        </p>
        <p style={paragraph}>
          <FooterLink href={`${publicUrl}${pages.imprint}`}>Impressum</FooterLink>
          {' · '}
          <FooterLink href={`${publicUrl}${pages.privacy}`}>Datenschutz</FooterLink>
        </p>
        <p style={paragraph}>
          {status} · <span style={{ whiteSpace: 'nowrap' }}>{register}</span> · {insurer} ·{' '}
          <FooterLink href={`${publicUrl}${pages.initialInformation}`}>Erstinformation</FooterLink>
        </p>
      </td>
    </Table>
  );
}

function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="quiet" href={href} style={{ color: colours.quiet, textDecoration: 'underline' }}>
      {children}
    </a>
  );
}

const paragraph = { margin: '0 0 10px' } as const;

const footer = {
  padding: '22px 36px 16px',
  color: colours.quiet,
  fontFamily: fonts.sans,
  fontSize: 13,
  lineHeight: '20px',
  textAlign: 'left',
} as const;

/** Side of the picture in px; the file has twice as many for sharp screens. */
const side = 76;

/** The picture has the same URL in all mails, so that loading it reveals nothing about a recipient. */
function Masthead({ publicUrl, brand }: { publicUrl: string } & Pick<Operator, 'brand'>) {
  return (
    <>
      <Table>
        <td className="inset" style={band}>
          <span style={{ fontSize: 26 }}>{brand.name}</span>
          <span data-skip-in-text="true" style={claim}>
            {brand.claim}
          </span>
        </td>
        <td className="inset" align="right" width={side} style={picture}>
          <img
            data-skip-in-text="true"
            src={`${publicUrl}/static/mail-horse.png`}
            alt="Ein Pferd, gezeichnet"
            width={side}
            height={side}
            // otherwise React adds a preload link, which mail programs do not know
            loading="lazy"
            style={{ display: 'block', border: 0 }}
          />
        </td>
      </Table>
      <Table>
        <td style={strap}>
          <div style={{ borderTop: `1px dashed ${colours.thread}` }} />
        </td>
      </Table>
    </>
  );
}

const band = {
  padding: '22px 36px 20px',
  backgroundColor: colours.green,
  color: colours.paper,
  fontFamily: fonts.serif,
} as const;

/** Colour and font are those of the alternative text, which appears while pictures are blocked. */
const picture = {
  padding: '14px 36px 14px 0',
  backgroundColor: colours.green,
  color: colours.mist,
  fontFamily: fonts.sans,
  fontSize: 12,
  lineHeight: '16px',
} as const;

const claim = {
  display: 'block',
  marginTop: 2,
  color: colours.mist,
  fontFamily: fonts.sans,
  fontSize: 13,
} as const;

const strap = { padding: '3px 0', backgroundColor: colours.saddle, fontSize: 0, lineHeight: 0 } as const;
