import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { href, publicPages as pages, wizardApi } from '#domain/urls';
import { useOperator } from '../operator';
import { Button, buttonClass } from '../ui/button';
import { HorseMark } from '../ui/horse-mark';
import { applicationIdAtom } from './state';

/** Shown instead of the steps after the application was submitted. */
export function SubmittedView() {
  const { company } = useOperator();
  return (
    <LinkView title="Ihr Antrag wurde bereits eingereicht" button="Statuslink anfordern">
      <p className={paragraph}>
        Wir haben Ihre Angaben erhalten und prüfen sie. Ändern lassen sie sich hier nicht mehr. Wenn etwas
        nicht stimmt, rufen Sie uns bitte an: {company.phone}.
      </p>
      <p className={paragraph}>Wo er steht, zeigt Ihr Statuslink. Wir schicken ihn an Ihre E-Mail-Adresse.</p>
    </LinkView>
  );
}

/** Shown instead of the steps in a browser that the application does not belong to. */
export function ForeignView() {
  return (
    <LinkView title="Dieser Antrag ist in einem anderen Browser geöffnet" button="Zugangslink anfordern">
      <p className={paragraph}>
        Zum Schutz Ihrer Angaben zeigen wir ihn nur in dem Browser, in dem er begonnen wurde, und nach einem
        Klick auf den Link aus unserer E-Mail. Den Link schicken wir an die E-Mail-Adresse, die Sie im Antrag
        angegeben haben.
      </p>
      <p className={paragraph}>
        Haben Sie ihn in diesem Browser begonnen? Dann erlauben Sie hier bitte Cookies.
      </p>
    </LinkView>
  );
}

const paragraph = 'mx-auto mt-3 max-w-lg text-ink-soft';

type Props = { title: string; button: string; children: ReactNode };

/** What is left of an application without its link, and the button that asks for it. */
function LinkView({ title, button, children }: Props) {
  const id = useAtomValue(applicationIdAtom);
  return (
    <section className="mt-8 rounded-card border border-line bg-white p-6 text-center shadow-card sm:p-12">
      <HorseMark className="mx-auto size-16 text-green-800" />
      <h2 ref={arrive} tabIndex={-1} className="mt-4 text-2xl text-green-900 outline-none sm:text-3xl">
        {title}
      </h2>
      {children}
      <p className="mt-5 text-sm text-ink-soft">Ihre Antragsnummer</p>
      <p className="font-semibold wrap-anywhere tabular-nums">{id}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <form method="post" action={href(wizardApi.accessLink, { id })}>
          <Button type="submit">{button}</Button>
        </form>
        <a href={pages.home} className={buttonClass('secondary')}>
          Zur Startseite
        </a>
      </div>
    </section>
  );
}

/** Gives the heading the focus: what had it is gone, the dialog or a step that was refused. */
function arrive(heading: HTMLElement | null) {
  if (!heading) return;
  window.scrollTo(0, 0);
  heading.focus();
}
