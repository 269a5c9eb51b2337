/** The page in which the analytics script runs, without anything of ours but the events. */
import { bridge } from './bridge';

/** The text of the page's only inline script, which its policy has to allow. */
export const bridgeScript = `(${bridge})()`;

/** `script`: the address of the third-party script. */
export function AnalyticsFrame({ script }: { script: string }) {
  return (
    <html lang="de">
      <head>
        <meta charSet="utf-8" />
        <title>Reichweitenmessung</title>
      </head>
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script */}
        <script data-address={script} dangerouslySetInnerHTML={{ __html: bridgeScript }} />
      </body>
    </html>
  );
}
