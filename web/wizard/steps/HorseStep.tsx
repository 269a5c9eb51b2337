import { useAtomValue } from 'jotai';
import { yearsBefore } from '#domain/dates';
import { defaultInsuranceStart, latestInsuranceStart, oldestHorse } from '#domain/steps/horse';
import { href, publicPages as pages } from '#domain/urls';
import { SetStep } from '../form/SetStep';
import { prefillAtom, useToday } from '../state';
import { DutyOfDisclosure } from './DutyOfDisclosure';
import { RequirementsPanel } from './RequirementsPanel';

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
