/** Structured data for search engines (schema.org). */
import { questionsOf } from '#domain/landing-facts';
import type { Operator } from '#domain/operator/operator';
import type { Catalogue } from '#domain/tariffs/catalogue';

export function landingData(url: string, { brand, company, insurer }: Operator, catalogue: Catalogue) {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'InsuranceAgency',
        name: brand.name,
        legalName: company.name,
        url,
        email: company.email,
        telephone: company.phone,
        address: {
          '@type': 'PostalAddress',
          streetAddress: company.street,
          postalCode: company.zipCode,
          addressLocality: company.city,
          addressCountry: 'DE',
        },
      },
      {
        '@type': 'FinancialProduct',
        name: 'OP-Versicherung für Pferde',
        provider: { '@type': 'Organization', name: insurer.name },
        offers: catalogue.tariffs.map(({ name, premiumOptions }) => ({
          '@type': 'Offer',
          name,
          price: premiumOptions[0]?.monthlyPremium,
          priceCurrency: 'EUR',
        })),
      },
      {
        '@type': 'FAQPage',
        mainEntity: questionsOf(catalogue.ageSurchargePercent).map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  };
}
