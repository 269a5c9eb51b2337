import { documentLabels } from '#domain/document-kinds';
import type { DocumentTopic } from '#domain/documents/text';
import { requirements, requirementsIntro } from '#domain/law/wordings';
import type { OfferFacts } from '#domain/offers/offers';
import type { Operator } from '#domain/operator/operator';
import { tariffNames } from '#domain/tariffs/catalogue';
import { exclusionsOf } from '#domain/tariffs/explanations';
import type { TariffTerms } from '#domain/tariffs/versions';
import { coverSentence, waitingSentence } from '#domain/tariffs/waiting';
import type { Section } from './content';

/** `terms`: of the tariff version of the offer. */
export type OfferCopy = { offer: OfferFacts; terms: TariffTerms; operator: Operator };

export function benefitsOf(offer: OfferFacts, terms: TariffTerms): Section {
  const { benefits } = termsOfTariff(terms, offer);
  return {
    title: `Das leistet der ${tariffNames[offer.tariffType]}`,
    facts: benefits.map(({ name, beschreibung }) => ({ label: name, value: beschreibung })),
    declared: [],
  };
}

function termsOfTariff({ tariffs }: TariffTerms, { tariffType }: OfferFacts) {
  return tariffs.find(({ type }) => type === tariffType) ?? { benefits: [] };
}

export function insurerSentence({ name, street, zipCode, city }: Operator['insurer']): string {
  return `Versicherer ist die ${name}, ${street}, ${zipCode} ${city}. Mit diesem Angebot ist noch nichts beantragt: Der Vertrag kommt zustande, wenn die ${name} Ihren Antrag annimmt.`;
}

export function topicsOf(offer: OfferFacts, terms: TariffTerms, operator: Operator): DocumentTopic[] {
  const { insuranceStartDate: start, tariffType } = offer;
  const { phone, serviceHours, email } = operator.company;
  const begins = start ? coverSentence(start, tariffType) : 'Den Beginn wählen Sie im Antrag.';
  return [
    { heading: 'Ab wann Ihr Pferd versichert ist', blocks: [begins, waitingSentence] },
    {
      heading: 'Was nicht versichert ist',
      blocks: [
        { points: exclusionsOf(terms.tariffs, termsOfTariff(terms, offer)) },
        `Alles Weitere steht im Dokument „${documentLabels.avb}“, das Sie mit diesem Angebot bekommen haben.`,
      ],
    },
    { heading: 'Was Ihr Pferd erfüllen muss', blocks: [requirementsIntro, { points: requirements }] },
    {
      heading: 'So beginnen Sie',
      blocks: [
        'Öffnen Sie den Link in unserer E-Mail und wählen Sie „Antrag beginnen“: Der Tarif ist dann schon ausgewählt. Oder rufen Sie uns an, wir gehen den Antrag gern mit Ihnen durch.',
        `${phone} (${serviceHours}) · ${email}`,
      ],
    },
  ];
}
