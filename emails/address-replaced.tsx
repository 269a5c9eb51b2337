/** To the address of a contact that another browser has replaced. Repeats nothing that was typed. */
import { Closing, Paragraph, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';

const title = 'Ihre E-Mail-Adresse wurde ersetzt';

export const addressReplaced: Mail<Common> = {
  subject: () => `${title}: angefangener Antrag`,
  preheader: () => 'Waren Sie das nicht, rufen Sie uns bitte an.',
  body: ({ operator, repliesRead }) => (
    <>
      <Title>{title}</Title>
      <Paragraph>Guten Tag,</Paragraph>
      <Paragraph>
        in einem angefangenen Antrag auf eine OP-Versicherung für Pferde stand bisher Ihre E-Mail-Adresse. Auf
        einem anderen Gerät wurde sie durch eine andere ersetzt. Links zu diesem Antrag, die wir Ihnen
        geschickt haben, gelten deshalb nicht mehr.
      </Paragraph>
      <Paragraph>
        Wissen Sie davon, müssen Sie nichts tun. Wenn nicht, rufen Sie uns bitte an oder schreiben Sie uns:
        Wir sehen uns den Antrag an und löschen ihn, wenn Sie das möchten. Beantragt ist noch nichts.
      </Paragraph>
      <Closing operator={operator} repliesRead={repliesRead} />
    </>
  ),
  example: exampleSite,
};
