import { previewToken } from '#domain/access-links';
import { href, pages } from '#domain/urls';
import { Action, Closing, Facts, OnlyYours, Paragraph, TextLink, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';

type AccessLinkProps = Common & {
  applicationId: string;
  completed: boolean;
  token: string;
  /** The last day on which the link works, `YYYY-MM-DD`. */
  until: string;
};

export const accessLink: Mail<AccessLinkProps> = {
  subject: ({ operator }) => `Ihr Zugangslink zu Ihrem Antrag bei ${operator.brand.name}`,
  preheader: ({ completed }) =>
    completed ? 'Sehen Sie, wo Ihr Antrag steht.' : 'Machen Sie da weiter, wo Sie aufgehört haben.',
  body: ({ operator, publicUrl, repliesRead, applicationId, completed, token, until }) => (
    <>
      <Title>{completed ? 'Ihr Link zum Stand Ihres Antrags' : 'Ihr Link zu Ihrem Antrag'}</Title>
      <Paragraph>Guten Tag,</Paragraph>
      <Paragraph>
        {completed
          ? 'mit diesem Link sehen Sie, wo Ihr Antrag steht, und beantworten Rückfragen.'
          : 'mit diesem Link setzen Sie Ihren Antrag fort, auch auf einem anderen Gerät. Ihre bisherigen Angaben sind gespeichert. Nur was in einem Schritt noch unvollständig war, geben Sie dort bitte noch einmal ein.'}
      </Paragraph>
      <Action href={`${publicUrl}${href(completed ? pages.status : pages.resume, { token })}`}>
        {completed ? 'Stand des Antrags ansehen' : 'Antrag fortsetzen'}
      </Action>
      <Facts rows={[{ label: 'Antragsnummer', value: applicationId }]} />
      <OnlyYours until={until} />
      {completed ? null : (
        <Paragraph>
          Möchten Sie den Antrag nicht behalten? Unter{' '}
          <TextLink href={`${publicUrl}${pages.ownData}`}>Meine Daten</TextLink> können Sie ihn löschen.
        </Paragraph>
      )}
      <Closing operator={operator} repliesRead={repliesRead} mistyped="Sie haben keinen Link angefordert?" />
    </>
  ),
  example: {
    ...exampleSite,
    applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    completed: false,
    token: previewToken,
    until: '2026-12-06',
  },
};
