import { formatDay } from '#domain/dates';
import type { Operator } from '#domain/operator/operator';
import { pages } from '#domain/urls';
import { LegalPage, type Topic } from './LegalPage';
import { Address, CompanyAddress, Points } from './parts';

/** How long an answer to a report about a barrier takes at most. */
const answerDays = 14;

/** What § 14 and Anlage 3 of the BFSG ask every provider to say about a service. */
export function AccessibilityPage({ operator: { brand, legal } }: { operator: Operator }) {
  return (
    <LegalPage
      title="Barrierefreiheit"
      intro={`Was ${brand.name} dafür tut, dass alle Menschen diese Website nutzen können, und was noch nicht gelingt.`}
      topics={[
        serviceTopic(legal.status),
        howItWorksTopic,
        standardsTopic,
        limitsTopic,
        feedbackTopic,
        enforcementTopic(legal.enforcement),
      ]}
      day={formatDay(legal.accessibilityDate)}
    />
  );
}

function serviceTopic(status: Operator['legal']['status']): Topic {
  const role = status === 'broker' ? 'Versicherungsmakler' : 'Versicherungsvertreter';
  return {
    id: 'dienstleistung',
    title: 'Unsere Dienstleistung',
    body: (
      <>
        <p>
          Als {role} vermitteln wir eine OP-Versicherung für Pferde. Auf dieser Website informieren Sie sich
          über drei Tarife, berechnen den Beitrag, beantragen die Versicherung, lesen alle Unterlagen, bitten
          um einen Rückruf und widerrufen einen Vertrag.
        </p>
        <p>
          Diese Erklärung gilt für die Website und die E-Mails, die sie verschickt. Sie enthält die Angaben
          nach §&nbsp;14 und Anlage&nbsp;3 des Barrierefreiheitsstärkungsgesetzes (BFSG).
        </p>
      </>
    ),
  };
}

const howItWorksTopic: Topic = {
  id: 'ablauf',
  title: 'So funktioniert sie',
  body: (
    <Points
      items={[
        'Informieren: Startseite, Tarifvergleich und Tarifrechner stehen ohne Anmeldung offen.',
        'Beantragen: Der Antrag hat sechs Schritte. Jeder Schritt wird gespeichert; Sie können jederzeit unterbrechen und zurückgehen, ohne etwas zu verlieren. Eine Zeitbegrenzung gibt es nicht.',
        'Prüfen: Vor dem Absenden sehen Sie alle Angaben auf einer Seite und können sie ändern.',
        'Bestätigung: Nach dem Absenden erhalten Sie eine E-Mail mit Ihrem Antrag als PDF. Der Vertrag kommt zustande, wenn der Versicherer ihn annimmt.',
        'Widerrufen: Der Link „Vertrag widerrufen“ steht am Ende jeder Seite. Das Formular braucht keine Anmeldung, und Sie sehen sofort, wann der Widerruf eingegangen ist.',
      ]}
    />
  ),
};

const standardsTopic: Topic = {
  id: 'anforderungen',
  title: 'So erfüllen wir die Anforderungen',
  body: (
    <>
      <p>
        Maßstab sind die Web Content Accessibility Guidelines, WCAG 2.2 AA, und die europäische Norm EN 301
        549. Im Einzelnen heißt das:
      </p>
      <Points
        items={[
          'Jede Seite lässt sich allein mit der Tastatur bedienen, und man sieht immer, wo man ist.',
          'Überschriften, Felder, Schaltflächen und Tabellen sind so ausgezeichnet, dass Vorleseprogramme sie ansagen.',
          'Jedes Feld hat eine sichtbare Beschriftung. Fehler stehen als Text am Feld, und eine Liste führt zu ihnen.',
          'Texte heben sich deutlich vom Hintergrund ab und lassen sich auf 400\u00a0% vergrößern, ohne dass man seitwärts blättern muss.',
          'Nichts blinkt, und wer Bewegung im Betriebssystem abschaltet, sieht keine.',
          'Alle Seiten zur Information funktionieren auch ohne JavaScript.',
        ]}
      />
      <p>
        Bei jeder Änderung prüft ein Programm (axe) jede Seite, am großen Bildschirm und am Telefon. Die
        Bedienung mit der Tastatur und die Darstellung bei 320 Pixel Breite prüfen wir mit eigenen Tests.
      </p>
    </>
  ),
};

const limitsTopic: Topic = {
  id: 'grenzen',
  title: 'Was noch nicht barrierefrei ist',
  body: (
    <>
      <Points
        items={[
          'Für den Online-Antrag brauchen Sie JavaScript. Ohne JavaScript helfen wir Ihnen am Telefon weiter.',
          'PDF-Dokumente des Versicherers, etwa die Versicherungsbedingungen, erstellen wir nicht selbst. Sie sind möglicherweise nicht vollständig für Vorleseprogramme ausgezeichnet.',
          'Die Seite für unbekannte Adressen enthält zwei Sätze auf Englisch.',
          'Texte in Leichter Sprache und Videos in Deutscher Gebärdensprache bieten wir nicht an.',
        ]}
      />
      <p>
        Brauchen Sie etwas in einer anderen Form, zum Beispiel ein Dokument als Text oder eine Erklärung am
        Telefon? Schreiben Sie uns oder rufen Sie uns an. Das kostet Sie nichts.
      </p>
    </>
  ),
};

const feedbackTopic: Topic = {
  id: 'barriere-melden',
  title: 'Eine Barriere melden',
  body: (
    <>
      <p>
        Sie sind auf eine Barriere gestoßen, oder Ihnen fehlt eine Angabe? Sagen Sie uns bitte, auf welcher
        Seite und was nicht ging. Wir antworten Ihnen innerhalb von {answerDays} Tagen:
      </p>
      <CompanyAddress />
    </>
  ),
};

function enforcementTopic(office: Operator['legal']['enforcement']): Topic {
  return {
    id: 'durchsetzung',
    title: 'Zuständige Behörde',
    body: (
      <>
        <p>
          Haben wir Ihnen nicht oder nicht zufriedenstellend geantwortet, können Sie sich an die Behörde
          wenden, die die Einhaltung des BFSG überwacht:
        </p>
        <Address {...office} />
        <p>
          Andere Beschwerden nehmen die Stellen entgegen, die im{' '}
          <a href={pages.complaints}>Impressum unter „Beschwerden“</a> stehen.
        </p>
      </>
    ),
  };
}
