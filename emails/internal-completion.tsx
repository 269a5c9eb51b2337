import { formatDay } from '#domain/dates';
import { salutationLabels } from '#domain/people';
import { tariffNames } from '#domain/tariffs/catalogue';
import { fullName, personName } from '#domain/text/mailable';
import { href, pages } from '#domain/urls';
import { type CompletionProps, completion } from './completion';
import { Action, Paragraph, Prices, Title } from './parts/blocks';
import type { Mail } from './render';
import { tariffFacts } from './tariff-facts';

export const internalCompletion: Mail<CompletionProps> = {
  // the short id distinguishes two applications, as in the staff lists
  subject: ({ tariff, applicationId }) =>
    `Neuer Antrag: ${tariffNames[tariff]} (${applicationId.slice(0, 8)})`,
  preheader: ({ tariff, insuranceStart }) => `${tariffNames[tariff]}, Beginn ${formatDay(insuranceStart)}`,
  body: (props) => (
    <>
      <Title>Neuer Antrag</Title>
      <Paragraph>Ein Antrag wurde abgeschlossen und wartet auf Ihre Prüfung.</Paragraph>
      <Prices rows={facts(props)} operator={props.operator} />
      <Action href={`${props.publicUrl}${href(pages.backofficeApplication, { id: props.applicationId })}`}>
        Antrag im Backoffice öffnen
      </Action>
    </>
  ),
  example: completion.example,
};

function facts(props: CompletionProps) {
  const { applicant } = props;
  const name = personName(fullName(applicant));
  return [
    { label: 'Antragsnummer', value: props.applicationId },
    { label: 'Antragsteller', value: `${name} (${salutationLabels[applicant.salutation]})` },
    ...tariffFacts(props),
  ];
}
