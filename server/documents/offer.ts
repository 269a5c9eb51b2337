import { berlinMidnight } from '#domain/dates';
import { documentLabels } from '#domain/document-kinds';
import type { DocumentTopic } from '#domain/documents';
import { factsOf } from '#domain/facts';
import { requirements, requirementsIntro } from '#domain/law/wordings';
import { birthYearFacts, type OfferFacts, offerNotes, validitySentence } from '#domain/offers';
import type { Operator } from '#domain/operator/operator';
import { horseFields } from '#domain/steps/sets';
import { tariffNames } from '#domain/tariffs/catalogue';
import { coverSentence, exclusionsOf, waitingSentence } from '#domain/tariffs/explanations';
import { toEuro } from '#domain/tariffs/premium';
import type { TariffTerms } from '#domain/tariffs/versions';
import { amountsOf, type Price, type Section, writePrice, writeSection } from './blocks';
import { styles } from './paper';
import { drawPaper } from './pdf';
import { writeTopic } from './text-pages';

const title = 'Angebot für eine OP-Versicherung für ein Pferd';

export function drawOffer({ offer, terms, operator }: OfferCopy): Promise<Uint8Array> {
  const { insurer } = operator;
  const about = {
    title: `${title}, Nr. ${offer.number}`,
    subject: title,
    running: `Angebot ${offer.number}`,
    operator,
    date: new Date(berlinMidnight(offer.offeredOn)),
  };
  return drawPaper(about, (paper, whole, line) => {
    line('H1', title, styles.title, 4);
    line('P', `Angebot ${offer.number}, Tarifversion ${offer.tariffVersion}`, styles.strong, 1);
    line('P', validitySentence(offer), styles.strong, 6);
    line('P', insurerSentence(insurer), styles.body, 14);
    writePrice(paper, whole, offeredPrice(offer, operator));
    writeSection(paper, whole, benefitsOf(offer, terms));
    for (const topic of topicsOf(offer, terms, operator))
      writeTopic(paper, whole, topic, topic.blocks.length);
  });
}

/** `terms`: of the tariff version of the offer. */
export type OfferCopy = { offer: OfferFacts; terms: TariffTerms; operator: Operator };

function benefitsOf(offer: OfferFacts, terms: TariffTerms): Section {
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

function insurerSentence({ name, street, zipCode, city }: Operator['insurer']): string {
  return `Versicherer ist die ${name}, ${street}, ${zipCode} ${city}. Mit diesem Angebot ist noch nichts beantragt: Der Vertrag kommt zustande, wenn die ${name} Ihren Antrag annimmt.`;
}

function topicsOf(offer: OfferFacts, terms: TariffTerms, operator: Operator): DocumentTopic[] {
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

/** As it was offered, each sum once. */
function offeredPrice(offer: OfferFacts, operator: Operator): Price {
  const { monthlyCents, insuranceStartDate } = offer;
  const [monthlyPremium, annualPremium] = [toEuro(monthlyCents), toEuro(12 * monthlyCents)];
  const { insuranceStartDate: start } = factsOf(horseFields, { insuranceStartDate });
  const known = start.value ? [start] : [];
  const { facts, ...head } = amountsOf({ ...offer, monthlyPremium, annualPremium }, [
    ...known,
    ...birthYearFacts(offer),
  ]);
  const others = facts.filter(({ value }) => value !== head.amount);
  return { ...head, facts: others, notes: offerNotes(offer, operator) };
}
