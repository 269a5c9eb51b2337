import { lazy, Suspense, useEffect, useState } from 'react';

const OpenedBanner = lazy(() => import('./OpenedBanner'));

/** The cookie banner of the app: loaded once the footer's button was pressed. Nobody is asked in the middle of a form. */
export function ConsentBanner() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const listen = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('[data-consent="open"]')) setWanted(true);
    };
    document.addEventListener('click', listen);
    return () => document.removeEventListener('click', listen);
  }, []);
  return wanted ? (
    <Suspense>
      <OpenedBanner />
    </Suspense>
  ) : null;
}
