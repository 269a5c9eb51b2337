/** The page in which the analytics script runs, without anything of ours but the events. */

/** The text of the page's only inline script, which its policy has to allow. */
export const bridgeScript = `(${bridge})()`;

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

/**
 * Runs in the frame of the analytics script: hands over the events of the page around it, in the same order, and then
 * loads the script. The server sends the text of this function, so it may use nothing outside of itself.
 */
function bridge() {
  // opened directly nobody has been asked for consent
  if (parent === window) return;
  const address = document.currentScript?.dataset.address;
  window.dataLayer = [];
  addEventListener('message', ({ source, data }) => {
    // a script may have replaced the list or its `push`
    if (source === parent) window.dataLayer?.push(data);
  });
  // only now, because the page sends its events when the frame is loaded, however slow the script is
  addEventListener('load', () => {
    const script = document.createElement('script');
    script.src = address ?? '';
    document.body.append(script);
  });
}
