import { brand, company, insurer, offices } from '#domain/company';
import { LegalPage, type Topic } from './LegalPage';
import { Address, CompanyAddress, Points, Terms } from './parts';

/** Legal notice. */
export function ImprintPage() {
  return (
    <LegalPage
      title="Impressum"
      intro={`Wer hinter ${brand.name} steht und für wen wir vermitteln.`}
      topics={topics}
    />
  );
}

const topics: Topic[] = [
  {
    id: 'anbieter',
    title: 'Angaben nach § 5 DDG',
    body: (
      <>
        <CompanyAddress />
        <Terms
          rows={[
            { name: 'Geschäftsführung', text: company.managingDirectors },
            { name: 'Handelsregister', text: `${company.registerCourt}, ${company.registerNumber}` },
            { name: 'Umsatzsteuer-ID', text: `${company.vatId} (§ 27a UStG)` },
          ]}
        />
      </>
    ),
  },
  {
    id: 'vermittler',
    title: 'Status als Versicherungsvermittler',
    body: (
      <>
        <p>
          Die {company.name} ist als gebundener Versicherungsvertreter nach §&nbsp;34d Abs. 7 der
          Gewerbeordnung (GewO) tätig und im Vermittlerregister eingetragen. Die Registernummer lautet{' '}
          <strong className="whitespace-nowrap">{company.intermediaryNumber}</strong>. Der vertretene
          Versicherer übernimmt für unsere Vermittlungstätigkeit die uneingeschränkte Haftung.
        </p>
        <p>Den Eintrag können Sie bei der gemeinsamen Registerstelle prüfen:</p>
        <Address {...offices.register} />
        <p>
          Für unsere Tätigkeit gelten insbesondere §&nbsp;34d GewO, die §§&nbsp;59 bis 68 des
          Versicherungsvertragsgesetzes (VVG) und die Verordnung über die Versicherungsvermittlung und
          -beratung (VersVermV). Sie finden die Texte unter{' '}
          <a href="https://www.gesetze-im-internet.de" rel="noreferrer">
            www.gesetze-im-internet.de
          </a>
          .
        </p>
      </>
    ),
  },
  {
    id: 'versicherer',
    title: 'Vertretener Versicherer und Sparten',
    body: (
      <>
        <p>Wir vermitteln ausschließlich Verträge dieses Versicherers:</p>
        <Address name={insurer.name} street={insurer.street} city={`${insurer.zipCode} ${insurer.city}`} />
        <p>Unsere Vertretung umfasst diese Sparten:</p>
        <Points items={[...insurer.productLines]} />
        <p>Die Aufsicht über den Versicherer führt:</p>
        <Address {...offices.insuranceSupervision} />
      </>
    ),
  },
  {
    id: 'online-streitbeilegung',
    title: 'Online-Streitbeilegung',
    body: (
      <p>
        An der Online-Streitbeilegung über die Plattform der Europäischen Kommission (OS-Plattform) nehmen wir
        nicht teil. Bitte wenden Sie sich mit Beschwerden direkt an uns oder an die unten genannte
        Schlichtungsstelle.
      </p>
    ),
  },
  {
    id: 'schlichtung',
    title: 'Verbraucherschlichtung',
    body: (
      <>
        <p>
          Bei Streitigkeiten aus der Vermittlung von Versicherungsverträgen können Sie als Verbraucherin oder
          Verbraucher diese anerkannte Schlichtungsstelle anrufen (§&nbsp;214 VVG). Das Verfahren ist für Sie
          kostenfrei; der Weg zu den Gerichten bleibt Ihnen offen.
        </p>
        <Address {...offices.arbitration} />
        <p>
          An Streitbeilegungsverfahren vor anderen Verbraucherschlichtungsstellen nehmen wir nicht teil und
          sind dazu auch nicht verpflichtet (§&nbsp;36 VSBG).
        </p>
      </>
    ),
  },
  {
    id: 'inhalt',
    title: 'Verantwortlich für den Inhalt',
    body: (
      <>
        <p>Verantwortlich nach §&nbsp;18 Abs. 2 des Medienstaatsvertrags (MStV):</p>
        <Address
          name={company.contentResponsible}
          street={company.street}
          city={`${company.zipCode} ${company.city}`}
        />
        <p>
          Texte und Illustrationen dieser Website sind urheberrechtlich geschützt. Für Inhalte fremder Seiten,
          auf die wir verweisen, sind deren Anbieter verantwortlich.
        </p>
      </>
    ),
  },
];
