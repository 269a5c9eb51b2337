import type { ReactNode } from 'react';
import { Footer } from './footer';
import { Masthead } from './masthead';
import { Table } from './table';
import { colours, fonts, styleSheet } from './theme';

export type LayoutProps = {
  /** Base address of the site, without a slash at its end. */
  publicUrl: string;
  title: string;
  /** The line that an inbox shows behind the subject. */
  preview: string;
  children: ReactNode;
};

/** The sheet that every mail is written on: brand, card, and who sends it. */
export function Layout({ publicUrl, title, preview, children }: LayoutProps) {
  return (
    <html lang="de" dir="ltr">
      <Head title={title} />
      <body className="page" style={{ margin: 0, padding: 0, backgroundColor: colours.paper }}>
        <div data-skip-in-text="true" style={hidden}>
          {preview}
        </div>
        <Table>
          <td className="page margin" align="center" style={page}>
            <Table className="card" width={600} style={card}>
              <td>
                <Masthead publicUrl={publicUrl} />
                <div className="inset ink" style={content}>
                  {children}
                </div>
              </td>
            </Table>
            <Footer publicUrl={publicUrl} />
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
