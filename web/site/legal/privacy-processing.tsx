import { type Consent, type Field, factsOf } from '#domain/facts';
import { typeset } from '#domain/format';
import { keepSentences, type Periods, retentionKinds, retentionRules } from '#domain/retention/periods';
import { horseFields } from '#domain/steps/horse';
import { policyholderFields } from '#domain/steps/policyholder';
import { mandateFields } from '#domain/steps/sepa';
import { tariffFields } from '#domain/steps/tariff';
import { useOperator } from '../../operator';
import type { Topic } from './LegalPage';
import { CompanyAddress, Points, Terms } from './parts';

/** The fields of a form as a list. `words` replace labels; an empty word leaves the field out. */
function listOf(fields: Record<string, Field | Consent>, words: Record<string, string>, ...more: string[]) {
  const names = Object.entries(factsOf(fields, {})).map(([name, { label }]) => words[name] ?? label);
  return new Intl.ListFormat('de').format([...names, ...more].filter(Boolean));
}

const horse = { insuranceStartDate: '', horseName: 'Name' };
const reach = { email: 'E-Mail-Adresse', phone: 'Telefonnummer' };
const person = { salutation: 'Anrede, Name', street: 'Anschrift', zipCode: '', ...reach };

export const processingTopics: Topic[] = [
  {
    id: 'verantwortlicher',
    title: 'Verantwortlicher',
    body: (
      <>
        <p>Verantwortlich für die Verarbeitung Ihrer personenbezogenen Daten auf dieser Website ist:</p>
        <CompanyAddress />
      </>
    ),
  },
  {
    id: 'verschluesselung',
    title: 'Verschlüsselte Übertragung',
    body: (
      <p>
        Diese Website nutzt die TLS-Verschlüsselung. Sie erkennen sie am „https://“ in der Adresszeile. Was
        Sie uns über die Formulare senden, können Dritte auf dem Übertragungsweg nicht mitlesen. IBAN und BIC
        speichern wir zusätzlich verschlüsselt; in unseren E-Mails steht Ihre IBAN nicht.
      </p>
    ),
  },
  {
    id: 'besuch',
    title: 'Besuch der Website',
    body: (
      <p>
        Beim Aufruf einer Seite verarbeitet unser Server technisch notwendige Daten: IP-Adresse, Zeitpunkt,
        angefragte Adresse und Angaben Ihres Browsers. Wir brauchen sie, um die Seite auszuliefern und
        Missbrauch abzuwehren, etwa durch eine Begrenzung der Anfragen je Minute. Rechtsgrundlage ist unser
        berechtigtes Interesse an einem sicheren Betrieb (Art. 6 Abs. 1 lit. f DSGVO). Ihre IP-Adresse
        schreiben wir nicht in unsere Protokolle. Lehnen wir einen Zugriff ab, etwa nach zu vielen Anfragen,
        halten wir einen Hashwert Ihrer IP-Adresse fest.
      </p>
    ),
  },
  {
    id: 'antrag',
    title: 'Online-Antrag',
    body: (
      <>
        <p>Wenn Sie einen Antrag stellen, verarbeiten wir die Angaben aus den sechs Schritten:</p>
        <Points
          items={[
            `zu Ihrem Pferd: ${listOf(horseFields, horse, 'gewünschter Versicherungsbeginn')}`,
            `zu Ihrer Person: ${listOf(policyholderFields, person)}`,
            `zum gewünschten Vertrag: ${listOf(tariffFields, {}, 'Beitrag')}`,
            `zur Zahlung: ${listOf(mandateFields, {}, 'Ihr SEPA-Lastschriftmandat')}`,
          ]}
        />
        <p>
          Wir nutzen sie, um den Beitrag zu berechnen, den Antrag zu prüfen und ihn zu vermitteln.
          Rechtsgrundlage ist die Anbahnung und Durchführung eines Vertrags (Art. 6 Abs. 1 lit. b DSGVO). Ohne
          diese Angaben können wir den Antrag nicht bearbeiten; die Lebensnummer ist freiwillig.
          Dokumentations- und Aufbewahrungspflichten erfüllen wir auf Grundlage von Art. 6 Abs. 1 lit. c
          DSGVO. Über die Annahme entscheidet ein Mensch; eine ausschließlich automatisierte Entscheidung im
          Sinne von Art. 22 DSGVO findet nicht statt.
        </p>
        <p>
          Jeder Schritt wird mit „Weiter“ gespeichert. Mit Ihrer Einwilligung im zweiten Schritt (Art. 6 Abs.
          1 lit. a DSGVO) erinnern wir Sie per E-Mail an einen nicht abgeschlossenen Antrag.
        </p>
      </>
    ),
  },
  {
    id: 'rueckruf',
    title: 'Rückrufwunsch',
    body: (
      <p>
        Für einen Rückruf verarbeiten wir Namen, Telefonnummer, E-Mail-Adresse, die gewünschte Zeit, falls Sie
        eine nennen, und über welchen Verweis Sie zu uns gekommen sind. Grundlage ist Ihre Einwilligung (Art.
        6 Abs. 1 lit. a DSGVO), bei Fragen zu einem Vertrag auch Art. 6 Abs. 1 lit. b DSGVO.
      </p>
    ),
  },
  {
    id: 'angebot',
    title: 'Angebot und Antrag am Telefon',
    body: (
      <p>
        Für ein Angebot per E-Mail speichern wir Ihre E-Mail-Adresse, den gewählten Tarif, den Beitrag und,
        wenn Sie sie nennen, das Geburtsjahr Ihres Pferdes und den gewünschten Beginn. Nur mit Ihrer
        Einwilligung (Art. 6 Abs. 1 lit. a DSGVO) erinnern wir Sie einmal daran. Bereiten wir nach einem Anruf
        einen Antrag für Sie vor, speichern wir, was Sie uns dafür gesagt haben, aber weder Erklärungen noch
        Bankdaten. Grundlage ist die Anbahnung eines Vertrags (Art. 6 Abs. 1 lit. b DSGVO).
      </p>
    ),
  },
  {
    id: 'widerruf',
    title: 'Widerruf',
    body: (
      <p>
        Widerrufen Sie online, speichern wir Ihren Namen, Ihre E-Mail-Adresse, die Nummer, falls Sie eine
        angeben, und den Zeitpunkt. Damit ordnen wir den Widerruf zu, bestätigen seinen Eingang und können ihn
        später nachweisen. Grundlage sind Art. 6 Abs. 1 lit. b und lit. c DSGVO. Als Nachweis bleibt der
        Widerruf auch dann gespeichert, wenn wir den Antrag löschen.
      </p>
    ),
  },
  {
    id: 'e-mails',
    title: 'E-Mails und Bearbeitung',
    body: (
      <>
        <p>
          Zu Anträgen senden wir Ihnen die Unterlagen, zu Anträgen, Rückrufwünschen und Widerrufen
          Bestätigungen; unsere Mitarbeitenden benachrichtigen wir. In unserem geschützten Bearbeitungsbereich
          halten wir fest, welche E-Mail wann an welche Adresse ging, und wer einen Vorgang geändert oder
          gelöscht hat. Das dient der Vertragsanbahnung (Art. 6 Abs. 1 lit. b DSGVO) und unserem berechtigten
          Interesse an einer nachvollziehbaren Bearbeitung (Art. 6 Abs. 1 lit. f DSGVO).
        </p>
        <p>
          Unsere E-Mails zeigen eine kleine Zeichnung, die Ihr E-Mail-Programm von dieser Website lädt. Sie
          ist für alle dieselbe; ob Sie eine Nachricht lesen, erfahren wir nicht.
        </p>
      </>
    ),
  },
  {
    id: 'empfaenger',
    title: 'Weitergabe an den Versicherer',
    body: (
      <>
        <p>
          Haben Sie Ihren Antrag abgesendet, übermitteln wir ihn zum Abschluss des Vertrags an die <Insurer />
          . Sie entscheidet über die Annahme und verarbeitet die Daten in eigener Verantwortung. Kommt ein
          Vertrag zustande, wird sie Ihr Vertragspartner und nutzt die Daten, um den Vertrag zu führen und
          Schäden zu regulieren. Rechtsgrundlage ist Art. 6 Abs. 1 lit. b DSGVO.
        </p>
        <Collection />
        <p>
          Dienstleister, etwa für Hosting und E-Mail-Versand, handeln nur nach unserer Weisung und auf
          Grundlage eines Vertrags nach Art. 28 DSGVO. Wir verkaufen Ihre Daten nicht.
        </p>
      </>
    ),
  },
];

function Collection() {
  const { creditor } = useOperator();
  return (
    <p>
      Ihre Beiträge zieht die {creditor.name} als Gläubigerin des SEPA-Lastschriftmandats ein und verarbeitet
      dafür Ihre Bankverbindung.
    </p>
  );
}

function Insurer() {
  const { insurer } = useOperator();
  return `${insurer.name}, ${insurer.street}, ${insurer.zipCode} ${insurer.city}`;
}

export function storageTopic(periods: Periods): Topic {
  const sentences = keepSentences(periods);
  const rows = retentionKinds.map((kind) => ({
    name: retentionRules[kind].label,
    text: typeset(sentences[kind]),
  }));
  return { id: 'speicherdauer', title: 'Speicherdauer', body: <Terms rows={rows} /> };
}
