import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageOperator } from '#domain/operator/operator';
import { CookieBanner } from '../consent/CookieBanner';
import { OperatorContext } from '../operator';
import { Footer } from '../site/Footer';
import { Header } from '../site/Header';
import type { Parts } from './sent';
import { Failure, Splash } from './stand-ins';

type Page = { operator: PageOperator };

export function staffParts({ operator }: Page): Parts {
  const markup = markupWith(operator);
  return { splash: markup(<Splash />), failure: markup(<Failure />) };
}

const ofWizard = new WeakMap<Page, Parts>();

/** The same for every visitor, so it is rendered once. */
export function wizardParts(page: Page & { analyticsFrame: string | null }): Parts {
  const known = ofWizard.get(page);
  if (known) return known;
  const markup = markupWith(page.operator);
  const parts = {
    ...staffParts(page),
    header: markup(<Header />),
    footer: markup(<Footer />),
    // opens only by the button in the footer, so that it does not interrupt the form
    banner: markup(<CookieBanner measured={page.analyticsFrame !== null} quiet />),
  };
  ofWizard.set(page, parts);
  return parts;
}

function markupWith(operator: PageOperator) {
  return (part: ReactNode) =>
    renderToStaticMarkup(<OperatorContext value={operator}>{part}</OperatorContext>);
}
