import { useAtomValue, useStore } from 'jotai';
import { notInsuredYet } from '#domain/tariffs/explanations';
import { href, publicPages as pages, wizardApi } from '#domain/urls';
import { HorseMark } from '../illustrations';
import { useOperator } from '../operator';
import { Button, buttonClass } from '../ui/button';
import { Dialog } from '../ui/dialogs';
import { CircleCheckIcon } from '../ui/icons';
import { LinkForm } from './LinkForm';
import { applicationIdAtom, successDialogAtom } from './state';

export const submittedTitle = 'Ihr Antrag wurde bereits eingereicht';

export function SubmittedView() {
  const id = useAtomValue(applicationIdAtom);
  const { company } = useOperator();
  return (
    <section className="mt-8 rounded-card border border-line bg-white p-6 text-center shadow-card sm:p-12">
      <HorseMark className="mx-auto size-16 text-green-800" />
      <h2 ref={arrive} tabIndex={-1} className="mt-4 text-2xl text-green-900 outline-none sm:text-3xl">
        {submittedTitle}
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

export function SuccessDialog() {
  const id = useAtomValue(applicationIdAtom);
  const open = useAtomValue(successDialogAtom);
  const store = useStore();
  return (
    <Dialog
      open={open}
      onClose={() => store.set(successDialogAtom, false)}
      labelledBy="eingereicht"
      describedBy="naechstes"
    >
      <div className="text-center">
        <CircleCheckIcon className="mx-auto size-14 text-green-700" strokeWidth={1.5} />
        <h2 id="eingereicht" className="mt-4 text-2xl text-green-900 sm:text-3xl">
          Antrag erfolgreich eingereicht
        </h2>
        <div id="naechstes">
          <p className="mt-3 text-ink-soft">
            Vielen Dank für Ihr Vertrauen. Bitte notieren Sie sich Ihre Antragsnummer:
          </p>
          <p className="mt-4 rounded-control bg-paper-deep px-4 py-3 font-semibold wrap-anywhere tabular-nums select-all">
            {id}
          </p>
          <p className="mt-4">
            Eine Bestätigung haben wir Ihnen per E-Mail geschickt. Unser Team prüft Ihren Antrag und meldet
            sich bei Ihnen.
          </p>
          <p className="mt-4 text-ink-soft">{notInsuredYet}</p>
        </div>
        <a href={pages.home} className={`${buttonClass()} mt-7 w-full`}>
          Zurück zur Startseite
        </a>
        <form method="post" action={href(wizardApi.anotherHorse, { id })} className="mt-3">
          <Button type="submit" look="secondary" className="w-full">
            Weiteres Pferd versichern
          </Button>
        </form>
      </div>
    </Dialog>
  );
}
