import { useEffect } from 'react';
import { CookieBanner } from './CookieBanner';
import { listenToCookieBanner, openCookieBanner } from './cookie-banner';

listenToCookieBanner();

/** The banner, open at its first view. */
export default function OpenedBanner() {
  useEffect(openCookieBanner, []);
  return <CookieBanner />;
}
