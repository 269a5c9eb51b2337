import { previewToken } from '#domain/access-links';
import { type OfferFacts, validitySentence } from '#domain/offers';
import { tariffNames } from '#domain/tariffs/catalogue';
import { href, pages } from '#domain/urls';
import { Action, Closing, Paragraph, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';

export type OfferProps = Common & { facts: OfferFacts; token: string };

export const offer: Mail<OfferProps> = {
  subject: ({ facts }) => `Ihr Angebot zum ${tariffNames[facts.tariffType]}`,
  preheader: ({ facts }) => validitySentence(facts),
  body: ({ operator, publicUrl, facts, token }) => (
    <>
      <Title>Ihr Angebot</Title>
      <Paragraph>{validitySentence(facts)}</Paragraph>
      <Action href={`${publicUrl}${href(pages.offerOf, { token })}`}>Angebot ansehen</Action>
      <Closing operator={operator} mistyped="Sie haben kein Angebot angefordert?" />
    </>
  ),
  example: {
    ...exampleSite,
    facts: {
      number: 'AN-20260305-7KQ4M2XW9C',
      tariffType: 'premium',
      selfParticipation: 250,
      paymentFrequency: 'quarterly',
      horseBirthYear: 2015,
      insuranceStartDate: '2026-04-01',
      monthlyCents: 6535,
      surchargePercent: 0,
      tariffVersion: 1,
      offeredOn: '2026-03-05',
      validUntil: '2026-04-04',
    },
    token: previewToken,
  },
};
