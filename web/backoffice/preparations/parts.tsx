/** The parts of the form besides the tariff. */
import type { ReactNode } from 'react';
import { yearsBefore } from '#domain/dates';
import { requirements, requirementsIntro } from '#domain/law/wordings';
import { ageText, latestInsuranceStart, oldestHorse } from '#domain/steps/horse';
import { earliestBirth, minimumAge } from '#domain/steps/policyholder';
import { CheckboxField } from '../../ui/fields';
import { CallField, half, Part, third, whole } from './CallField';
import { anotherPath } from './typed';
import type { CallForm } from './useCallForm';

type Props = { form: CallForm; today: string };

export function PersonPart({ form }: { form: CallForm }) {
  return (
    <Part title="Person">
      <PersonFields form={form} group="contact" />
    </Part>
  );
}

export function HorsePart({ form, today, birthDate }: Props & { birthDate: string | null }) {
  const age = birthDate && { hint: `${ageText(birthDate, today)} alt` };
  return (
    <Part title="Pferd">
      <CallField form={form} path="horse.horseName" className={third} />
      <CallField
        form={form}
        path="horse.birthDate"
        min={yearsBefore(today, oldestHorse)}
        max={today}
        className={third}
        {...age}
      />
      <CallField form={form} path="horse.gender" className={third} />
      <CallField form={form} path="horse.chipNumber" className={half} />
      <CallField
        form={form}
        path="horse.insuranceStartDate"
        min={today}
        max={latestInsuranceStart(today)}
        className={half}
      />
    </Part>
  );
}

export function PolicyholderPart({ form, today }: Props) {
  const another = form.typed[anotherPath] === 'ja';
  return (
    <Part title="Versicherungsnehmer">
      <div className={whole}>
        <CheckboxField
          name={anotherPath}
          label="Jemand anderes schließt den Vertrag ab"
          checked={another}
          onChange={({ target }) => form.enter(anotherPath, target.checked ? 'ja' : '')}
        />
      </div>
      {another ? (
        <PersonFields form={form} group="policyholder">
          <CallField
            form={form}
            path="policyholder.birthDate"
            min={earliestBirth}
            max={yearsBefore(today, minimumAge)}
            className={third}
          />
          <CallField form={form} path="policyholder.street" className={third} />
          <CallField form={form} path="policyholder.houseNumber" className={third} />
          <CallField form={form} path="policyholder.zipCode" className={third} />
          <CallField form={form} path="policyholder.city" className="sm:col-span-4" />
        </PersonFields>
      ) : null}
    </Part>
  );
}

export function RequirementsPart() {
  return (
    <Part title="Zum Vorlesen">
      <div className={whole}>
        <p className="font-semibold">{requirementsIntro}</p>
        <ol className="mt-2 list-decimal space-y-1 pl-6 marker:text-ink-soft">
          {requirements.map((requirement) => (
            <li key={requirement}>{requirement}</li>
          ))}
        </ol>
        <p className="mt-3 text-sm text-ink-soft">
          Von den Antworten wird nichts gespeichert. Bestätigt wird alles erst im Antrag, von der Kundin oder
          dem Kunden selbst.
        </p>
      </div>
    </Part>
  );
}

type PersonProps = { form: CallForm; group: 'contact' | 'policyholder'; children?: ReactNode };

function PersonFields({ form, group, children }: PersonProps) {
  return (
    <>
      <CallField form={form} path={`${group}.salutation`} className={third} />
      <CallField form={form} path={`${group}.firstName`} className={third} />
      <CallField form={form} path={`${group}.lastName`} className={third} />
      {children}
      <CallField
        form={form}
        path={`${group}.email`}
        className={half}
        {...(group === 'contact' && { hint: 'Hierhin geht die Einladung' })}
      />
      <CallField form={form} path={`${group}.phone`} className={half} />
    </>
  );
}
