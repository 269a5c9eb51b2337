import { href, pages } from '#domain/urls';
import { Action, Facts, Letter, NotKept, OnlyYours, Paragraph } from './blocks';
import { type Common, exampleApplication, exampleSite, type Mail } from './render';

type AccessLinkProps = Common & {
  applicationId: string;
  completed: boolean;
  token: string;
  until: string;
};

export const accessLink: Mail<AccessLinkProps> = {
  subject: ({ operator }) => `Ihr Zugangslink zu Ihrem Antrag bei ${operator.brand.name}`,
  preheader: ({ completed }) =>
    completed ? 'Sehen Sie, wo Ihr Antrag steht.' : 'Machen Sie da weiter, wo Sie aufgehört haben.',
  body: ({ applicationId, completed, token, until }) => (
    <Letter
      title={completed ? 'Ihr Link zum Stand Ihres Antrags' : 'Ihr Link zu Ihrem Antrag'}
      mistyped="Sie haben keinen Link angefordert?"
    >
      <Paragraph>
        {completed
          ? 'mit diesem Link sehen Sie, wo Ihr Antrag steht, und beantworten Rückfragen.'
          : 'mit diesem Link setzen Sie Ihren Antrag fort, auch auf einem anderen Gerät. Ihre bisherigen Angaben sind gespeichert. Nur was in einem Schritt noch unvollständig war, geben Sie dort bitte noch einmal ein.'}
      </Paragraph>
      <Action to={href(completed ? pages.status : pages.resume, { token })}>
        {completed ? 'Stand des Antrags ansehen' : 'Antrag fortsetzen'}
      </Action>
      <Facts rows={[{ label: 'Antragsnummer', value: applicationId }]} />
      <OnlyYours until={until} />
      {completed ? null : <NotKept />}
    </Letter>
  ),
  example: { ...exampleApplication, completed: false, until: '2026-12-06' },
};

const replaced = 'Ihre E-Mail-Adresse wurde ersetzt';

/** To the address of a contact that another browser has replaced. Repeats nothing that was typed. */
export const addressReplaced: Mail<Common> = {
  subject: () => `${replaced}: angefangener Antrag`,
  preheader: () => 'Waren Sie das nicht, rufen Sie uns bitte an.',
  body: () => (
    <Letter title={replaced}>
      <Paragraph>
        in einem angefangenen Antrag auf eine OP-Versicherung für Pferde stand bisher Ihre E-Mail-Adresse. Auf
        einem anderen Gerät wurde sie durch eine andere ersetzt. Links zu diesem Antrag, die wir Ihnen
        geschickt haben, gelten deshalb nicht mehr.
      </Paragraph>
      <Paragraph>
        Wissen Sie davon, müssen Sie nichts tun. Wenn nicht, rufen Sie uns bitte an oder schreiben Sie uns:
        Wir sehen uns den Antrag an und löschen ihn, wenn Sie das möchten. Beantragt ist noch nichts.
      </Paragraph>
    </Letter>
  ),
  example: exampleSite,
};
