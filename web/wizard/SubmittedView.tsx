import { useAtomValue } from 'jotai';
import { publicPages as pages } from '#domain/urls';
import { HorseMark } from '../illustrations';
import { useOperator } from '../operator';
import { Button, buttonClass } from '../ui/button';
import { LinkForm } from './LinkForm';
import { applicationIdAtom } from './state';

export function SubmittedView() {
  const id = useAtomValue(applicationIdAtom);
  const { company } = useOperator();
  return (
    <section className="mt-8 rounded-card border border-line bg-white p-6 text-center shadow-card sm:p-12">
      <HorseMark className="mx-auto size-16 text-green-800" />
      <h2 ref={arrive} tabIndex={-1} className="mt-4 text-2xl text-green-900 outline-none sm:text-3xl">
        Ihr Antrag wurde bereits eingereicht
      </h2>
      <p className="mx-auto mt-3 max-w-lg text-ink-soft">
        Wir haben Ihre Angaben erhalten und prüfen sie. Ändern lassen sie sich hier nicht mehr. Wenn etwas
        nicht stimmt, rufen Sie uns bitte an: <span>{company.phone}</span>.
      </p>
      <p className="mx-auto mt-3 max-w-lg text-ink-soft">
        Wo Ihr Antrag steht, zeigt Ihr Statuslink. Wir schicken ihn an Ihre E-Mail-Adresse.
      </p>
      <p className="mt-5 text-sm text-ink-soft">Ihre Antragsnummer</p>
      <p className="font-semibold wrap-anywhere tabular-nums">{id}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <LinkForm id={id}>
          <Button type="submit">Statuslink anfordern</Button>
        </LinkForm>
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
