import { useEffect } from 'react';
import { CookieBanner } from './CookieBanner';
import { listenToCookieBanner, openCookieBanner } from './cookie-banner';

listenToCookieBanner();

export default function OpenedBanner() {
  useEffect(openCookieBanner, []);
  return <CookieBanner />;
}
