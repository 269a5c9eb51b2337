import { formatDay } from '#domain/dates';
import { movedSentence } from '#domain/offers/facts';
import { assumptionSentence } from '#domain/offers/offers';
import { tariffNames } from '#domain/tariffs/catalogue';
import { neutral } from '#domain/text/mailable';
import { pages } from '#domain/urls';
import { Closing, Paragraph, Prices, StopLink, TextLink, Title } from '../parts/blocks';
import type { Mail } from '../render';
import { offerRows } from '../tariff-facts';
import { OfferLink, type OfferProps, offer } from './offer';

type ReminderProps = OfferProps & {
  /** The monthly price, if it has moved since. */
  centsNow: number | null;
  stopToken: string;
};

/** Only to whoever asked for it. */
export const offerReminder: Mail<ReminderProps> = {
  subject: ({ facts }) =>
    `Ihr Angebot zum ${tariffNames[facts.tariffType]} gilt noch bis zum ${formatDay(facts.validUntil)}`,
  preheader: () => 'Sie wollten daran erinnert werden, bevor es abläuft.',
  body: ({ operator, repliesRead, publicUrl, facts, centsNow, token, stopToken }) => (
    <>
      <Title>Ihr Angebot läuft bald ab</Title>
      <Paragraph>{neutral},</Paragraph>
      <Paragraph>
        Sie wollten daran erinnert werden: Unser Angebot vom {formatDay(facts.offeredOn)} gilt noch bis zum{' '}
        {formatDay(facts.validUntil)}. Beantragt haben Sie damit noch nichts.
      </Paragraph>
      <Prices rows={offerRows(facts)} operator={operator} notes={[assumptionSentence(facts)]} />
      {centsNow === null ? null : (
        <Paragraph>
          <strong>{movedSentence(facts, centsNow)}</strong>
        </Paragraph>
      )}
      <OfferLink publicUrl={publicUrl} facts={facts} token={token} />
      <Paragraph>
        Passt es gerade nicht? Danach können Sie jederzeit{' '}
        <TextLink href={`${publicUrl}${pages.offer}`}>ein neues Angebot</TextLink> anfordern.
      </Paragraph>
      <Closing operator={operator} repliesRead={repliesRead} mistyped="Sie haben kein Angebot angefordert?" />
      <StopLink publicUrl={publicUrl} token={stopToken} />
    </>
  ),
  example: { ...offer.example, centsNow: null, stopToken: offer.example.token },
};
