import { authorCookieDays } from '#domain/access-links';
import { measures } from '#domain/analytics/service';
import { consentKeys } from '#domain/analytics/tracking';
import { formatDay } from '#domain/dates';
import { type Consent, type Field, factsOf } from '#domain/facts';
import { typeset } from '#domain/format';
import { mailHref } from '#domain/hrefs';
import { type Operator, roleOf } from '#domain/operator/operator';
import {
  daysText,
  deviceCookieDays,
  keepSentences,
  type Periods,
  retentionKinds,
  retentionRules,
} from '#domain/retention/periods';
import { horseFields, mandateFields, policyholderFields, tariffFields } from '#domain/steps/sets';
import accessibility from '../../content/legal/accessibility.md' with { type: 'text' };
import imprint from '../../content/legal/imprint.md' with { type: 'text' };
import measured from '../../content/legal/measured.md' with { type: 'text' };
import privacy from '../../content/legal/privacy.md' with { type: 'text' };
import { Address, LegalPage, Line, Points, Terms } from './LegalPage';

export function ImprintPage({ operator: { company, insurer, legal } }: { operator: Operator }) {
  const { status, permission } = legal;
  const { managingDirectors, registerCourt, registerNumber, vatId, street, zipCode, city } = company;
  const broker = status === 'broker';
  const entries = [
    { name: 'Geschäftsführung', text: managingDirectors },
    { name: 'Handelsregister', text: [registerCourt, registerNumber].filter(Boolean).join(', ') },
    { name: 'Umsatzsteuer-ID', text: vatId && `${vatId} (§ 27a UStG)` },
  ].filter(({ text }) => text);
  const values = {
    entries: entries.length > 0 ? <Terms rows={entries} /> : null,
    companyName: company.name,
    role: typeset(roleOf(status)),
    registerNumber: <strong className="whitespace-nowrap">{company.intermediaryNumber}</strong>,
    registerCheck: company.registerUrl && (
      <>
        {' ('}
        <a href={company.registerUrl} rel="noreferrer">
          Eintrag prüfen
        </a>
        )
      </>
    ),
    liability:
      status === 'tied_agent'
        ? ' Der vertretene Versicherer übernimmt für unsere Vermittlungstätigkeit die uneingeschränkte Haftung.'
        : '',
    permission:
      status !== 'tied_agent' && permission ? (
        <>
          <p>Die Erlaubnis hat diese Behörde erteilt, die auch die Aufsicht über uns führt:</p>
          <Address {...permission} />
        </>
      ) : null,
    register: <Address {...legal.register} />,
    insurerTitle: broker ? 'Versicherer und Sparten' : 'Vertretener Versicherer und Sparten',
    insurerIntro: broker
      ? 'Über diese Website vermitteln wir Verträge dieses Versicherers:'
      : 'Wir vermitteln ausschließlich Verträge dieses Versicherers:',
    insurer: <Address {...insurer} />,
    linesIntro: broker ? 'Wir vermitteln diese Sparten:' : 'Unsere Vertretung umfasst diese Sparten:',
    productLines: <Points items={[...insurer.productLines]} />,
    supervision: <Address {...legal.supervision} />,
    ombudsman: <Address {...legal.ombudsman} />,
    responsible: <Address name={company.contentResponsible} street={street} zipCode={zipCode} city={city} />,
  };
  return <LegalPage text={imprint} values={values} day={monthOf(legal)} />;
}

function monthOf({ wordingsConfirmed, textsDate }: Operator['legal']): string | undefined {
  const [newest] = [wordingsConfirmed ?? '', textsDate ?? ''].sort().reverse();
  return newest ? month.format(Date.parse(newest)) : undefined;
}

const month = new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** What § 14 and Anlage 3 of the BFSG ask every provider to say about a service. */
export function AccessibilityPage({ operator: { legal } }: { operator: Operator }) {
  const values = {
    role: legal.status === 'broker' ? 'Versicherungsmakler' : 'Versicherungsvertreter',
    enforcement: <Address {...legal.enforcement} />,
  };
  return <LegalPage text={accessibility} values={values} day={formatDay(legal.accessibilityDate)} />;
}

/** The fields of a form as a list. `words` replace labels; an empty word leaves the field out. */
function listOf(fields: Record<string, Field | Consent>, words: Record<string, string>, ...more: string[]) {
  const names = Object.entries(factsOf(fields, {})).map(([name, { label }]) => words[name] ?? label);
  return new Intl.ListFormat('de').format([...names, ...more].filter(Boolean));
}

const horse = { insuranceStartDate: '', horseName: 'Name' };
const reach = { email: 'E-Mail-Adresse', phone: 'Telefonnummer' };
const person = { salutation: 'Anrede, Name', street: 'Anschrift', zipCode: '', ...reach };
const unmeasured =
  'Einen Dienst, der Besuche misst, nutzen wir nicht. Mit Ihrer Einwilligung (Art. 6 Abs. 1 lit. a DSGVO, § 25 Abs. 1 TDDDG) hält nur Ihr Browser fest, {{measures}}, solange die Seite offen ist. Gesendet wird davon nichts.';

/** What the privacy statement says of the product, whoever operates it. */
const ofProduct = {
  horse: listOf(horseFields, horse, 'gewünschter Versicherungsbeginn'),
  person: listOf(policyholderFields, person),
  contract: listOf(tariffFields, {}, 'Beitrag'),
  payment: listOf(mandateFields, {}, 'Ihr SEPA-Lastschriftmandat'),
  authorDays: daysText(authorCookieDays),
  deviceDays: daysText(deviceCookieDays),
  ...consentKeys,
  measures,
};

export function PrivacyPage({ operator, periods }: { operator: Operator; periods: Periods }) {
  const { creditor, insurer, analytics } = operator;
  const { name, street, zipCode, city, privacyEmail } = operator.company;
  const sentences = keepSentences(periods);
  const rows = retentionKinds.map((kind) => ({
    name: retentionRules[kind].label,
    text: typeset(sentences[kind]),
  }));
  const values = {
    ...ofProduct,
    insurer: `${insurer.name}, ${insurer.street}, ${insurer.zipCode} ${insurer.city}`,
    creditor: creditor.name,
    service: analytics?.name,
    serviceOf: analytics?.provider
      ? `, einen Dienst von: ${analytics.provider}, ${analytics.country}. Zweck: ${analytics.purpose}`
      : '',
    measuringEnds: analytics
      ? 'Wir beenden die Messung dann sofort und entfernen den Rahmen mit allem, was darin läuft. '
      : '',
    periods: <Terms rows={rows} />,
    privacyContact: (
      <Address name={name} street={street} zipCode={zipCode} city={city}>
        <Line>Stichwort: Datenschutz</Line>
        <Line>
          E-Mail: <a href={mailHref(privacyEmail)}>{privacyEmail}</a>
        </Line>
      </Address>
    ),
  };
  const text = privacy.replace('{{measuring}}', analytics ? measured : unmeasured);
  return <LegalPage text={text} values={values} day={monthOf(operator.legal)} />;
}
