import { greetingOf, type Person } from '#domain/text/mailable';
import { Closing, Facts, Heading, Lines, Paragraph, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';

export type AdviceProps = Common & {
  applicationId: string;
  applicant: Person;
  /** Both in the words of staff, with line feeds. */
  wishes: string;
  advice: string;
};

/** To the applicant: documents the advice before the contract is concluded (VVG §§ 61, 62). */
export const adviceRecord: Mail<AdviceProps> = {
  subject: ({ applicationId }) => `Unsere Beratung zu Ihrem Antrag (${applicationId.slice(0, 8)})`,
  preheader: () => 'Was Sie uns gesagt und was wir Ihnen empfohlen haben.',
  body: (props) => (
    <>
      <Title>Unsere Beratung zu Ihrem Antrag</Title>
      <Paragraph>{greetingOf(props.applicant)},</Paragraph>
      <Paragraph>
        bevor Ihr Vertrag zustande kommt, halten wir für Sie fest, was wir miteinander besprochen haben. Bitte
        lesen Sie es durch und bewahren Sie es auf. Wenn etwas anders war oder fehlt, sagen Sie es uns bitte.
      </Paragraph>
      <Facts rows={[{ label: 'Antragsnummer', value: props.applicationId }]} />
      <Heading>Ihre Wünsche und Bedürfnisse</Heading>
      <Lines text={props.wishes} />
      <Heading>Unsere Beratung und Empfehlung</Heading>
      <Lines text={props.advice} />
      <Closing {...props} />
    </>
  ),
  example: {
    ...exampleSite,
    applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    applicant: { salutation: 'mrs', firstName: 'Johanna', lastName: 'Sommer' },
    wishes:
      'Fjölnir ist acht Jahre alt und geht Distanzritte.\nSie möchten vor allem die Kosten einer Kolikoperation absichern und höchstens 50 € im Monat zahlen.',
    advice:
      'Wir haben die drei Tarife verglichen. Der Basis-OP-Schutz reicht für eine Kolikoperation nicht aus, denn er zahlt höchstens 2.500 € je Operation.\nWir empfehlen den Top-OP-Schutz mit 250 € Selbstbeteiligung.',
  },
};
