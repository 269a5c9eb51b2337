import { measures } from '#domain/analytics/service';
import type { PageOperator } from '#domain/operator/operator';
import { publicPages as pages } from '#domain/urls';
import { useOperator } from '../operator';
import { SiteLink } from '../source';
import { type ButtonLook, buttonClass } from '../ui/button';

/**
 * Shown by `cookie-banner.ts` on the first visit, or if it is `quiet` only by the button in the footer. The buttons to
 * accept and to reject look the same. Without an analytics script the visitor's choice sends nothing.
 */
export function CookieBanner({ quiet }: { quiet?: true }) {
  const sentences = sentencesOf(useOperator());
  return (
    <section
      id="cookie-banner"
      data-quiet={quiet}
      hidden
      aria-label="Cookie-Einstellungen"
      className="z-30 m-3 max-h-[calc(100dvh-1.5rem)] max-w-md overflow-y-auto sm:w-md rounded-card border border-line bg-white p-5 shadow-raised tall:fixed tall:inset-x-3 tall:bottom-3 tall:m-0 tall:ml-auto sm:max-h-[calc(100dvh-2.5rem)] sm:p-6 sm:tall:inset-x-auto sm:tall:right-5 sm:tall:bottom-5 print:hidden"
    >
      <div data-view="choice">
        <h2 className="text-xl text-green-900">Dürfen wir mitzählen?</h2>
        <p className="mt-2 text-[0.95rem] text-ink-soft">
          Notwendige Cookies halten die Seite am Laufen. {`${sentences} `}
          Mehr dazu unter <PrivacyLink />.
        </p>
        <div className="mt-4 grid gap-3 min-[22.5rem]:grid-cols-2">
          <Act act="reject" look="secondary" label="Alle ablehnen" />
          <Act act="accept" look="secondary" label="Alle akzeptieren" />
        </div>
        <Act act="settings" look="quiet" className="mt-2 w-full min-h-10!" label="Einstellungen" />
      </div>
      <div data-view="settings" hidden>
        <h2 className="text-xl text-green-900">Einstellungen</h2>
        <div className="mt-3 space-y-3">
          <Toggle
            id="cookies-necessary"
            label="Notwendige Cookies"
            text="Immer an: Ohne sie geht es nicht."
            locked
          />
          <Toggle id="cookies-analytics" label="Analytics-Cookies" text={sentences} />
        </div>
        <div className="mt-4 grid grid-cols-2 gap-3">
          <Act act="back" look="secondary" label="Zurück" />
          <Act act="save" look="primary" label="Speichern" />
        </div>
        <p className="mt-3 text-sm text-ink-soft">
          Mehr dazu unter <PrivacyLink />.
        </p>
      </div>
    </section>
  );
}

function sentencesOf({ analytics }: PageOperator): string {
  if (!analytics)
    return `Einen Dienst, der Besuche misst, nutzen wir nicht. Mit Ihrer Zustimmung hält nur Ihr Browser fest, ${measures}. Gesendet wird davon nichts.`;
  const { name, provider, country, purpose } = analytics;
  const who = provider ? ` Anbieter: ${provider} (${country}). Zweck: ${purpose}.` : '';
  return `Mit Ihrer Zustimmung misst ${name}, ${measures}.${who}`;
}

type ActProps = { act: string; look: ButtonLook; label: string; className?: string };

function Act({ act, look, label, className = 'min-h-11! px-4!' }: ActProps) {
  return (
    <button type="button" data-consent={act} className={`${buttonClass(look)} ${className}`}>
      {label}
    </button>
  );
}

function PrivacyLink() {
  return (
    <SiteLink href={pages.privacy} className="text-green-800 underline underline-offset-4">
      Datenschutz
    </SiteLink>
  );
}

function Toggle({ id, label, text, locked }: { id: string; label: string; text: string; locked?: boolean }) {
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        defaultChecked={locked}
        disabled={locked}
        aria-describedby={`${id}-text`}
        className="mt-1 size-5 shrink-0 accent-green-800"
      />
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <p id={`${id}-text`} className="text-sm text-ink-soft">
          {text}
        </p>
      </div>
    </div>
  );
}
