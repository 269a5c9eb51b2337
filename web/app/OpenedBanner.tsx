import { useEffect } from 'react';
import { listenToCookieBanner, openCookieBanner } from '../islands/cookie-banner';
import { CookieBanner } from '../site/CookieBanner';

listenToCookieBanner();

/** The banner, open at its first view. */
export default function OpenedBanner() {
  useEffect(openCookieBanner, []);
  return <CookieBanner />;
}
