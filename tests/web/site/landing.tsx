import { comparisonOf } from '#domain/landing-facts';
import { placeholders } from '#domain/operator/operator';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { HomePage } from '#web/site/home/HomePage.tsx';

const callback = {
  source: null,
  entries: { name: '', phone: '', email: '', preferredTime: '' },
  errors: [],
  notice: null,
  sent: false,
  serviceHours: 'Montag bis Freitag, 9 bis 18 Uhr',
};

/** The landing page of an operator. */
export function landingPage(operator = placeholders, catalogue = fallbackCatalogue) {
  const tariffs = { catalogue, comparison: comparisonOf(catalogue), today: '2026-11-20' };
  return <HomePage tariffs={tariffs} callback={callback} operator={operator} facts={{}} />;
}
