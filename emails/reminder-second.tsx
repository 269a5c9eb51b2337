import { brand } from '#domain/company';
import { Paragraph, Title } from './blocks';
import { Layout } from './layout';
import { greeting } from './person';
import { Continue, Ending, type ReminderProps, theApplication } from './reminder-blocks';

/** Names no person and no horse: the address may have been typed by somebody else. */
export function subject(): string {
  return `Dürfen wir Ihnen helfen? Ihr Antrag bei ${brand.name} ist noch offen`;
}

/** To whoever did not come back after the first reminder: we help. */
export function SecondReminderMail(props: ReminderProps) {
  return (
    <Layout
      publicUrl={props.publicUrl}
      title={subject()}
      preview="Ihr Antrag ist noch nicht abgeschickt. Bei Fragen sind wir gern für Sie da."
    >
      <Title>Ihr Antrag ist noch offen</Title>
      <Paragraph>{greeting(props.applicant)},</Paragraph>
      <Paragraph>
        {theApplication(props)} ist noch nicht abgeschickt, und erst mit dem Antrag kann der Schutz beginnen.
        Vielleicht ist eine Frage offen geblieben? Rufen Sie uns an oder schreiben Sie uns: Wir gehen die
        Schritte gern gemeinsam mit Ihnen durch.
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
  missing: ['sepa-mandate'],
};
