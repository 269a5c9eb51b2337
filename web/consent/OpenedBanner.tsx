import { useEffect } from 'react';
import { scriptMeta } from './analytics';
import { CookieBanner } from './CookieBanner';
import { listenToCookieBanner, openCookieBanner } from './cookie-banner';

listenToCookieBanner();

export default function OpenedBanner() {
  useEffect(openCookieBanner, []);
  return <CookieBanner measured={document.querySelector(`meta[name="${scriptMeta}"]`) !== null} />;
}
