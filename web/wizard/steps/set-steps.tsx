import { useAtomValue } from 'jotai';
import { yearsBefore } from '#domain/dates';
import { requirements, requirementsIntro } from '#domain/law/wordings';
import {
  defaultInsuranceStart,
  earliestBirth,
  latestInsuranceStart,
  minimumAge,
  oldestHorse,
  prefillFromContact,
} from '#domain/steps/sets';
import { href, publicPages as pages } from '#domain/urls';
import { ChevronDownIcon } from '../../ui/icons';
import { Alert } from '../../ui/notices';
import { Declaration, nameRow, pair, SetStep } from '../form/StepFrame';
import { prefillAtom, useToday, useWordings } from '../state';
import { useStoredSet } from '../stored';

/** Below one another where the text is large and the page narrow. */
const unequal = 'flex flex-wrap gap-x-4 gap-y-6 *:basis-[7rem] sm:gap-x-6 sm:*:basis-[9rem]';

const rows = [
  nameRow,
  { names: ['birthDate'], className: pair },
  { names: ['street', 'houseNumber'], className: `${unequal} *:first:grow` },
  { names: ['zipCode', 'city'], className: `${unequal} *:last:grow` },
];

export function PolicyholderStep() {
  const today = useToday();
  const contact = useStoredSet('contact-data');
  const given = useAtomValue(prefillAtom)?.policyholderInfo;
  // an own name is another person's, whom nothing of the contact belongs to
  const known = given?.lastName ? {} : prefillFromContact(contact.record);
  return (
    <SetStep
      set="policyholder-info"
      intro="Wer schließt den Vertrag ab? Was wir schon von Ihnen wissen, haben wir übernommen."
      prefill={contact.isPending ? null : { ...known, ...given }}
      rows={rows}
      special={{ birthDate: { min: earliestBirth, max: yearsBefore(today, minimumAge) } }}
    />
  );
}

export function HorseStep() {
  const today = useToday();
  return (
    <SetStep
      set="horse-data"
      intro={
        <>
          <a
            href={href(pages.document, { kind: 'erstinformation' })}
            className="mb-2 flex min-h-11 w-fit items-center text-green-800 underline underline-offset-4"
          >
            Erstinformation (PDF)
          </a>
          Erzählen Sie uns von Ihrem Pferd und sagen Sie uns, ab wann es versichert sein soll.
        </>
      }
      prefill={{ insuranceStartDate: defaultInsuranceStart(today), ...useAtomValue(prefillAtom)?.horse }}
      special={{
        insuranceStartDate: { min: today, max: latestInsuranceStart(today) },
        horseName: { className: 'sm:col-start-1' },
        birthDate: { min: yearsBefore(today, oldestHorse), max: today },
      }}
    >
      <DutyOfDisclosure />
      <RequirementsPanel />
    </SetStep>
  );
}

/** What happens if answers about the horse are wrong. Never folded: the law wants it beside the questions. */
function DutyOfDisclosure() {
  const { duty } = useWordings();
  return (
    <div className="rounded-control border border-saddle-300 bg-saddle-50 p-4 sm:p-5">
      <h3 className="text-lg text-green-900">{duty.title}</h3>
      <p className="mt-2">
        <Declaration sentence={duty.text} />
      </p>
    </div>
  );
}

function RequirementsPanel() {
  return (
    <details open className="group rounded-control border border-line bg-paper/60">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-3 p-4 font-semibold sm:px-5">
        Voraussetzungen für Ihr Pferd
        <ChevronDownIcon className="size-5 text-saddle-700 transition-transform group-open:rotate-180" />
      </summary>
      <div className="space-y-4 px-4 pb-5 sm:px-5">
        <p>{requirementsIntro}</p>
        <ul className="space-y-2">
          {requirements.map((requirement) => (
            <li key={requirement} className="flex gap-2.5">
              <span aria-hidden="true" className="mt-2.5 size-1.5 shrink-0 rounded-full bg-saddle-600" />
              <span>{requirement}</span>
            </li>
          ))}
        </ul>
        <p>
          Damit der Versicherer leisten kann, muss Ihr Pferd auf der Tierarztrechnung durch seine Lebens- oder
          Chipnummer eindeutig erkennbar sein.
        </p>
        <Alert tone="warning" title="Bitte beachten Sie">
          Kein Versicherungsschutz besteht für bekannte Vorerkrankungen und für Behandlungen, die bereits
          angeraten oder geplant sind.
        </Alert>
      </div>
    </details>
  );
}

const intro = 'So erreichen wir Sie, wenn wir zu Ihrem Antrag eine Frage haben.';

export function ContactStep() {
  const prefill = useAtomValue(prefillAtom)?.contactData;
  return <SetStep set="contact-data" intro={intro} prefill={prefill} rows={[nameRow]} />;
}
