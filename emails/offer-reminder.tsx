import { previewToken } from '#domain/access-links';
import { formatDay } from '#domain/dates';
import { href, pages } from '#domain/urls';
import { type OfferProps, offer } from './offer';
import { Action, Closing, Paragraph, Small, TextLink, Title } from './parts/blocks';
import type { Mail } from './render';

type OfferReminderProps = OfferProps & { stopToken: string };

export const offerReminder: Mail<OfferReminderProps> = {
  subject: ({ facts }) => `Ihr Angebot gilt noch bis ${formatDay(facts.validUntil)}`,
  preheader: () => 'Sie wollten, dass wir Sie erinnern.',
  body: ({ operator, publicUrl, facts, token, stopToken }) => (
    <>
      <Title>Ihr Angebot läuft bald ab</Title>
      <Paragraph>Ihr Angebot gilt noch bis {formatDay(facts.validUntil)}.</Paragraph>
      <Action href={`${publicUrl}${href(pages.offerOf, { token })}`}>Angebot ansehen</Action>
      <Closing operator={operator} mistyped="Sie haben kein Angebot angefordert?" />
      <Small>
        Sie möchten keine Erinnerungen mehr?{' '}
        <TextLink href={`${publicUrl}${href(pages.stopReminders, { token: stopToken })}`}>
          Hier abbestellen
        </TextLink>
      </Small>
    </>
  ),
  example: { ...offer.example, stopToken: previewToken },
};
