import { brand } from '#domain/company';
import { Paragraph, Title } from './blocks';
import { Layout } from './layout';
import { greeting } from './person';
import { Continue, Ending, type ReminderProps, theApplication } from './reminder-blocks';

/** Names no person and no horse: the address may have been typed by somebody else. */
export function subject(): string {
  return `Ihr Antrag bei ${brand.name} wartet auf Sie`;
}

/** To whoever began an application and left it: it is still there. */
export function FirstReminderMail(props: ReminderProps) {
  return (
    <Layout
      publicUrl={props.publicUrl}
      title={subject()}
      preview="Ihre Angaben sind gespeichert: Sie können da weitermachen, wo Sie aufgehört haben."
    >
      <Title>Machen Sie da weiter, wo Sie aufgehört haben</Title>
      <Paragraph>{greeting(props.applicant)},</Paragraph>
      <Paragraph>
        schön, dass Sie sich für unseren OP-Schutz interessieren. {theApplication(props)} ist begonnen, aber
        noch nicht abgeschickt. Mit ein paar Minuten Zeit bringen Sie ihn zu Ende.
      </Paragraph>
      <Continue {...props} />
      <Ending {...props} />
    </Layout>
  );
}

export const previewProps: ReminderProps = {
  publicUrl: 'https://www.sattelfest.example',
  applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
  applicant: { salutation: 'mrs', firstName: 'Johanna', lastName: 'Sommer' },
  horseName: 'Fjölnir',
  missing: ['tariff-selection', 'policyholder-info', 'sepa-mandate'],
};
