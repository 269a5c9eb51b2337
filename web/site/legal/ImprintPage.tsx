import type { Operator } from '#domain/operator/operator';
import { imprintStatus } from './imprint-status';
import { LegalPage, type Topic } from './LegalPage';
import { Address, CompanyAddress, Points, Terms } from './parts';

export function ImprintPage({ operator }: { operator: Operator }) {
  return (
    <LegalPage
      title="Impressum"
      intro={`Wer hinter ${operator.brand.name} steht und für wen wir vermitteln.`}
      topics={[
        providerTopic(operator),
        imprintStatus(operator),
        insurerTopic(operator),
        complaintsTopic(operator),
        platformTopic,
        arbitrationTopic(operator),
        contentTopic(operator),
      ]}
    />
  );
}

function providerTopic({ company }: Operator): Topic {
  const { managingDirectors, registerCourt, registerNumber, vatId } = company;
  const rows = [
    { name: 'Geschäftsführung', text: managingDirectors },
    { name: 'Handelsregister', text: [registerCourt, registerNumber].filter(Boolean).join(', ') },
    { name: 'Umsatzsteuer-ID', text: vatId && `${vatId} (§ 27a UStG)` },
  ].filter(({ text }) => text);
  return {
    id: 'anbieter',
    title: 'Angaben nach § 5 DDG',
    body: (
      <>
        <CompanyAddress />
        {rows.length > 0 ? <Terms rows={rows} /> : null}
      </>
    ),
  };
}

function insurerTopic({ insurer, legal }: Operator): Topic {
  const broker = legal.status === 'broker';
  return {
    id: 'versicherer',
    title: broker ? 'Versicherer und Sparten' : 'Vertretener Versicherer und Sparten',
    body: (
      <>
        <p>
          {broker
            ? 'Über diese Website vermitteln wir Verträge dieses Versicherers:'
            : 'Wir vermitteln ausschließlich Verträge dieses Versicherers:'}
        </p>
        <Address name={insurer.name} street={insurer.street} city={`${insurer.zipCode} ${insurer.city}`} />
        <p>{broker ? 'Wir vermitteln diese Sparten:' : 'Unsere Vertretung umfasst diese Sparten:'}</p>
        <Points items={[...insurer.productLines]} />
        <p>Die Aufsicht über den Versicherer führt:</p>
        <Address {...legal.supervision} />
      </>
    ),
  };
}

function complaintsTopic({ legal }: Operator): Topic {
  return {
    id: 'beschwerde',
    title: 'Beschwerden',
    body: (
      <>
        <p>
          Etwas ist nicht so gelaufen, wie Sie es erwartet haben? Bitte schreiben Sie uns oder rufen Sie uns
          an. Wir bestätigen Ihre Beschwerde, klären sie und antworten Ihnen so bald wie möglich:
        </p>
        <CompanyAddress />
        <p>
          Sie können sich auch an diese unabhängige Schlichtungsstelle wenden. Das Verfahren ist für Sie
          kostenfrei, und der Weg zu den Gerichten bleibt Ihnen offen:
        </p>
        <Address {...legal.ombudsman} />
        <p>Über den Versicherer können Sie sich außerdem bei der Aufsichtsbehörde beschweren:</p>
        <Address {...legal.supervision} />
      </>
    ),
  };
}

const platformTopic: Topic = {
  id: 'online-streitbeilegung',
  title: 'Online-Streitbeilegung',
  body: (
    <p>
      An der Online-Streitbeilegung über die Plattform der Europäischen Kommission (OS-Plattform) nehmen wir
      nicht teil. Bitte wenden Sie sich mit Beschwerden direkt an uns oder an die unten genannte
      Schlichtungsstelle.
    </p>
  ),
};

function arbitrationTopic({ legal }: Operator): Topic {
  return {
    id: 'schlichtung',
    title: 'Verbraucherschlichtung',
    body: (
      <>
        <p>
          Bei Streitigkeiten aus der Vermittlung von Versicherungsverträgen können Sie als Verbraucherin oder
          Verbraucher diese anerkannte Schlichtungsstelle anrufen (§&nbsp;214 VVG). Das Verfahren ist für Sie
          kostenfrei; der Weg zu den Gerichten bleibt Ihnen offen.
        </p>
        <Address {...legal.ombudsman} />
        <p>
          An Streitbeilegungsverfahren vor anderen Verbraucherschlichtungsstellen nehmen wir nicht teil und
          sind dazu auch nicht verpflichtet (§&nbsp;36 VSBG).
        </p>
      </>
    ),
  };
}

function contentTopic({ company }: Operator): Topic {
  return {
    id: 'inhaltlich-verantwortlich',
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
        {/* what the ODbL asks for (4.3, 4.6): the source, the licence, and how the list was changed */}
        <p>
          Die Orte zu Postleitzahlen stammen von OpenStreetMap: ©&nbsp;
          <a href="https://www.openstreetmap.org/copyright" rel="noreferrer">
            OpenStreetMap-Mitwirkende
          </a>
          , Open Database License (ODbL 1.0), aus dem Paket „postleitzahlen“ 1.0.0. Sorbische Namen lassen wir
          weg.
        </p>
      </>
    ),
  };
}
