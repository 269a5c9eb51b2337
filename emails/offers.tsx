import { previewToken } from '#domain/access-links';
import { formatDay } from '#domain/dates';
import { documentKinds, documentLabels } from '#domain/document-kinds';
import {
  assumptionSentence,
  movedSentence,
  type OfferFacts,
  offerNotes,
  validitySentence,
} from '#domain/offers';
import { tariffNames } from '#domain/tariffs/catalogue';
import { coverSentence, waitingSentence } from '#domain/tariffs/explanations';
import { href, pages } from '#domain/urls';
import { offerRows } from './applications';
import {
  Action,
  Facts,
  Heading,
  Letter,
  OnlyYours,
  PageLink,
  Paragraph,
  Points,
  Prices,
  Small,
} from './blocks';
import { type Common, exampleSite, type Mail } from './render';

type OfferProps = Common & { facts: OfferFacts; token: string };

/** To whoever asked for it, or to whom staff promised it. Repeats nothing that a stranger can type. */
export const offer: Mail<OfferProps> = {
  subject: ({ facts }) => `Ihr Angebot zum ${tariffNames[facts.tariffType]}`,
  preheader: ({ facts }) => validitySentence(facts),
  body: ({ operator, division, facts, token }) => (
    <Letter title="Ihr Angebot zum Überschlafen" mistyped="Sie haben kein Angebot angefordert?">
      <Paragraph>
        vielen Dank für Ihr Interesse an unserem OP-Schutz. Hier ist Ihr Angebot
        {division ? ', dazu bekommen Sie alle Unterlagen zum Tarif als PDF' : ''}. Nehmen Sie sich Zeit dafür,
        und heben Sie diese Nachricht auf.
      </Paragraph>
      <Paragraph>
        <strong>Damit haben Sie noch nichts beantragt.</strong> {validitySentence(facts)}
      </Paragraph>
      <Heading>Das Angebot</Heading>
      <Facts rows={offerRows(facts)} />
      <Small>{offerNotes(facts, operator).join(' ')}</Small>
      <Heading>Ab wann Ihr Pferd versichert ist</Heading>
      {facts.insuranceStartDate ? (
        <Paragraph>{coverSentence(facts.insuranceStartDate, facts.tariffType)}</Paragraph>
      ) : null}
      <Paragraph>{waitingSentence}</Paragraph>
      <Heading>So geht es weiter</Heading>
      <Paragraph>
        Über diesen Link sehen Sie das Angebot noch einmal, beginnen den Antrag mit diesem Tarif oder löschen
        das Angebot.
      </Paragraph>
      <OfferLink facts={facts} token={token} />
      {!division && (
        <>
          <Heading>Im Anhang</Heading>
          <Points items={['Ihr Angebot', ...documentKinds.map((kind) => documentLabels[kind])]} />
        </>
      )}
    </Letter>
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

function OfferLink({ facts, token }: Pick<OfferProps, 'facts' | 'token'>) {
  return (
    <>
      <Action to={href(pages.offerOf, { token })}>Angebot ansehen</Action>
      <OnlyYours until={facts.validUntil} />
    </>
  );
}

type ReminderProps = OfferProps & {
  centsNow: number | null;
  stopToken: string;
};

/** Only to whoever asked for it. */
export const offerReminder: Mail<ReminderProps> = {
  subject: ({ facts }) =>
    `Ihr Angebot zum ${tariffNames[facts.tariffType]} gilt noch bis zum ${formatDay(facts.validUntil)}`,
  preheader: () => 'Sie wollten daran erinnert werden, bevor es abläuft.',
  body: ({ facts, centsNow, token, stopToken }) => (
    <Letter
      title="Ihr Angebot läuft bald ab"
      mistyped="Sie haben kein Angebot angefordert?"
      stopToken={stopToken}
    >
      <Paragraph>
        Sie wollten daran erinnert werden: Unser Angebot vom {formatDay(facts.offeredOn)} gilt noch bis zum{' '}
        {formatDay(facts.validUntil)}. Beantragt haben Sie damit noch nichts.
      </Paragraph>
      <Prices rows={offerRows(facts)} notes={[assumptionSentence(facts)]} />
      {centsNow === null ? null : (
        <Paragraph>
          <strong>{movedSentence(facts, centsNow)}</strong>
        </Paragraph>
      )}
      <OfferLink facts={facts} token={token} />
      <Paragraph>
        Passt es gerade nicht? Danach können Sie jederzeit{' '}
        <PageLink to={pages.offer}>ein neues Angebot</PageLink> anfordern.
      </Paragraph>
    </Letter>
  ),
  example: { ...offer.example, centsNow: null, stopToken: offer.example.token },
};
