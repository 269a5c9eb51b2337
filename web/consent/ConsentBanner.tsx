import { lazy, Suspense, useEffect, useState } from 'react';

const OpenedBanner = lazy(() => import('./OpenedBanner'));

/** The cookie banner of the wizard. It opens only by the footer's button, so that it does not interrupt the form. */
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
