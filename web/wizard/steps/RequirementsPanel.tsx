import { requirements, requirementsIntro } from '#domain/law/wordings';
import { ChevronDownIcon } from '../../ui/icons';
import { Alert } from '../../ui/notices';

export function RequirementsPanel() {
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
