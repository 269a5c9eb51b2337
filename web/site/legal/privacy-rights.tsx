import { mailHref } from '#domain/links';
import { pages } from '#domain/urls';
import { useOperator } from '../../operator';
import type { Topic } from './LegalPage';
import { Address, Line, Points } from './parts';

export const rightsTopics: Topic[] = [
  {
    id: 'rechte',
    title: 'Ihre Rechte',
    body: (
      <>
        <p>Sie haben uns gegenüber diese Rechte:</p>
        <Points
          items={[
            'Auskunft über die zu Ihnen gespeicherten Daten (Art. 15 DSGVO)',
            'Berichtigung unrichtiger Daten (Art. 16 DSGVO)',
            'Löschung (Art. 17 DSGVO)',
            'Einschränkung der Verarbeitung (Art. 18 DSGVO) und Mitteilung an Empfänger (Art. 19 DSGVO)',
            'Übertragung Ihrer Daten in einem gängigen Format (Art. 20 DSGVO)',
            'Schutz vor ausschließlich automatisierten Entscheidungen (Art. 22 DSGVO)',
          ]}
        />
        <p>
          Was zu Ihrer E-Mail-Adresse gespeichert ist, sehen Sie unter <a href={pages.ownData}>Meine Daten</a>
          : Dort laden Sie es herunter oder löschen es, ohne uns anzurufen.
        </p>
        <p>
          Eine Einwilligung können Sie jederzeit widerrufen (Art. 7 Abs. 3 DSGVO). Was bis dahin geschehen
          ist, bleibt rechtmäßig.
        </p>
      </>
    ),
  },
  {
    id: 'widerspruch',
    title: 'Widerspruchsrecht',
    body: (
      <p className="rounded-card border border-line bg-white p-5 font-medium">
        Verarbeiten wir Daten auf Grundlage unseres berechtigten Interesses (Art. 6 Abs. 1 lit. f DSGVO),
        können Sie aus Gründen, die sich aus Ihrer besonderen Situation ergeben, jederzeit widersprechen (Art.
        21 DSGVO). Der Verarbeitung für Direktwerbung können Sie jederzeit ohne Angabe von Gründen
        widersprechen.
      </p>
    ),
  },
  {
    id: 'beschwerde',
    title: 'Beschwerde bei der Aufsicht',
    body: (
      <p>
        Sind Sie der Ansicht, dass die Verarbeitung Ihrer Daten gegen das Recht verstößt, können Sie sich bei
        einer Datenschutz-Aufsichtsbehörde beschweren (Art. 77 DSGVO), zum Beispiel bei der Behörde an Ihrem
        Wohnort oder an unserem Sitz.
      </p>
    ),
  },
  {
    id: 'kontakt',
    title: 'Kontakt zum Datenschutz',
    body: (
      <>
        <p>Für Fragen und alle genannten Rechte genügt eine formlose Nachricht an:</p>
        <PrivacyContact />
      </>
    ),
  },
];

function PrivacyContact() {
  const { company } = useOperator();
  return (
    <Address name={company.name} street={company.street} city={`${company.zipCode} ${company.city}`}>
      <Line>Stichwort: Datenschutz</Line>
      <Line>
        E-Mail: <a href={mailHref(company.privacyEmail)}>{company.privacyEmail}</a>
      </Line>
    </Address>
  );
}
