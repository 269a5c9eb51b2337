import type { ReactNode } from 'react';

export type PageAssets = {
  styles: string;
  /** Scripts: `app` for the wizard, `staff` and, loaded by it, `office` for staff, `boot` for public pages. */
  app: string;
  staff: string;
  office: string;
  boot: string;
  fonts: string[];
  reload: string | null;
};

type Props = { assets: PageAssets; head: ReactNode; children: ReactNode };

export function Document({ assets, head, children }: Props) {
  return (
    <html lang="de">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#1d4435" />
        {head}
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        <link rel="stylesheet" href={assets.styles} />
        <link rel="apple-touch-icon" href="/static/apple-touch-icon.png" />
        <link rel="icon" type="image/svg+xml" href="/static/favicon.svg" />
      </head>
      <body>
        {children}
        {assets.reload ? <script defer src={assets.reload} /> : null}
      </body>
    </html>
  );
}
