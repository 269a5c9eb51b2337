import { authorCookieDays } from '#domain/access-links';
import { analyticsService } from '#domain/analytics/service';
import { consentKeys } from '#domain/analytics/tracking';
import { analyticsProvider } from '#domain/operator/offices';
import { daysText, deviceCookieDays } from '#domain/retention/periods';
import type { Topic } from './LegalPage';
import { Address, Terms } from './parts';

export const analyticsTopics: Topic[] = [
  {
    id: 'cookies',
    title: 'Cookies und Speicher im Browser',
    body: (
      <>
        <p>
          Notwendige Einträge setzen wir ohne Einwilligung, weil die Website sonst nicht funktioniert
          (§&nbsp;25 Abs. 2 Nr. 2 TDDDG, Art. 6 Abs. 1 lit. b und f DSGVO). Alles andere geschieht nur, wenn
          Sie zustimmen (§&nbsp;25 Abs. 1 TDDDG).
        </p>
        <Terms
          rows={[
            {
              name: 'application_author',
              text: `Notwendiges Cookie, ${daysText(authorCookieDays)}. Es wird gesetzt, wenn Sie einen Antrag zum ersten Mal speichern oder ein Angebot anfordern, und merkt sich, dass beides von diesem Browser stammt. Nur dort werden die Bankdaten wieder angezeigt. Skripte können es nicht lesen. Über eine verschlüsselte Verbindung heißt es __Host-application_author.`,
            },
            {
              name: consentKeys.accepted,
              text: 'Lokaler Speicher, bis zu Ihrer nächsten Wahl: Sie haben Analytics-Cookies zugestimmt.',
            },
            {
              name: consentKeys.rejected,
              text: 'Lokaler Speicher, bis zu Ihrer nächsten Wahl: Sie haben Analytics-Cookies abgelehnt.',
            },
            {
              name: consentKeys.analytics,
              text: 'Lokaler Speicher, bis zum Widerruf: Die Reichweitenmessung ist eingeschaltet.',
            },
            {
              name: 'draft:…',
              text: 'Sitzungsspeicher, bis Sie den Tab schließen: Entwurf Ihrer Eingaben im Antrag, damit beim Neuladen nichts verloren geht. Bankdaten sind nicht enthalten.',
            },
            {
              name: 'auth_token',
              text: 'Lokaler Speicher, nur bei unseren Mitarbeitenden, bis zur Abmeldung: Anmeldung am Bearbeitungsbereich.',
            },
            {
              name: 'device',
              text: `Notwendiges Cookie, nur bei unseren Mitarbeitenden, ${daysText(deviceCookieDays)}: Es merkt sich, wer sich in diesem Browser angemeldet hat, damit niemand durch das Erraten von Passwörtern andere aussperrt. Skripte können es nicht lesen. Über eine verschlüsselte Verbindung heißt es __Host-device.`,
            },
          ]}
        />
        <p>
          Ihre Wahl ändern Sie jederzeit über „Cookie-Einstellungen“ am Ende jeder Seite. Zusätzlich können
          Sie Cookies in Ihrem Browser löschen oder sperren.
        </p>
      </>
    ),
  },
  {
    id: 'analytics',
    title: 'Reichweitenmessung',
    body: (
      <>
        <p>
          Nur mit Ihrer Einwilligung (Art. 6 Abs. 1 lit. a DSGVO, §&nbsp;25 Abs. 1 TDDDG) messen wir,{' '}
          {analyticsService.measures}. Vorher wird kein Skript geladen und nichts gespeichert oder gesendet.
          Wir setzen dafür {analyticsService.name} ein, einen Dienst von:
        </p>
        <Address {...analyticsProvider} />
        <p>
          Das Skript von {analyticsService.name} läuft abgeschottet in einem eigenen Rahmen. Es kann weder die
          Seite und Ihre Eingaben noch die Cookies und den Speicher unserer Website lesen und setzt dort
          selbst keine Cookies. Es erhält nur die Ereignisse, die wir ihm übergeben. Kennungen und
          Zugangslinks in Internetadressen ersetzen wir vorher. Wie bei jedem Abruf im Internet erfährt der
          Dienst außerdem Ihre IP-Adresse und Angaben zu Ihrem Browser. Cookies unter seiner eigenen Adresse
          kann er nur setzen, wenn Ihr Browser Cookies von Drittanbietern erlaubt.
        </p>
        <p>
          Fordern Sie nach Ihrer Zustimmung einen Rückruf an, gehört zur Messung auch dieses Ereignis. Es
          enthält Ihren Namen, Ihre Telefonnummer, E-Mail-Adresse und Wunschzeit, den Verweis, über den Sie zu
          uns gekommen sind, und den Zeitpunkt. Lesen kann es {analyticsService.name}. In Internetadressen
          schreiben wir diese Angaben nicht.
        </p>
        <p>
          Dabei können Daten auch in die USA gelangen. Für Unternehmen, die nach dem EU-US Data Privacy
          Framework zertifiziert sind, hat die Europäische Kommission ein angemessenes Datenschutzniveau
          festgestellt (Art. 45 DSGVO).
        </p>
        <p>
          Sie können Ihre Einwilligung jederzeit mit Wirkung für die Zukunft widerrufen: über
          „Cookie-Einstellungen“ am Ende der Seite. Wir beenden die Messung dann sofort und entfernen den
          Rahmen mit allem, was darin läuft. Frühere Fassungen unserer Website setzten mit Ihrer Einwilligung
          die Cookies _ga, _ga_*, _gid und _gat. Sind sie noch in Ihrem Browser, löschen wir sie beim
          Widerruf.
        </p>
      </>
    ),
  },
];
