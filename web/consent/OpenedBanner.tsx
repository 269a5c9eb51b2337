import { useEffect } from 'react';
import { frameMeta } from './analytics';
import { CookieBanner } from './CookieBanner';
import { listenToCookieBanner, openCookieBanner } from './cookie-banner';

listenToCookieBanner();

export default function OpenedBanner() {
  useEffect(openCookieBanner, []);
  return <CookieBanner measured={document.querySelector(`meta[name="${frameMeta}"]`) !== null} />;
}
