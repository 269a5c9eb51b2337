import type { ComponentProps, ReactNode } from 'react';
import type { FieldError } from '#domain/fields';
import { publicPages as pages } from '#domain/urls';
import { Medallion } from '../illustrations';
import { useOperator } from '../operator';
import { Button, buttonClass } from '../ui/button';
import { ErrorSummary, TabLink } from '../ui/fields';
import { Alert } from '../ui/notices';
import { SiteShell } from './SiteShell';

/** `lead` and `note`: the introduction; `picture`: below it, on wide screens. */
type Props = { title: string; lead: string; note: string; picture?: ReactNode; children: ReactNode };

const medallion = <Medallion className="mt-8 hidden size-40 lg:block" />;

export function FormPage({ title, lead, note, picture = medallion, children }: Props) {
  return (
    <SiteShell className="mx-auto grid max-w-6xl grid-cols-1 gap-8 px-4 py-10 sm:px-6 sm:py-16 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-14">
      <div>
        <h1 className="text-4xl text-green-900 sm:text-5xl">{title}</h1>
        <p className="mt-5 text-lg">{lead}</p>
        <p className="mt-4 text-ink-soft">{note}</p>
        {picture}
      </div>
      {children}
    </SiteShell>
  );
}

/** Below the button of a form: what becomes of the entries, and where to read more. */
export function PrivacyNote({ text }: { text: string }) {
  return (
    <p className="text-sm text-ink-soft">
      {`${text} Mehr dazu steht in der `}
      <TabLink href={pages.privacy}>Datenschutzerklärung</TabLink>.
    </p>
  );
}

/** Who does not want to fill in a form. Nothing is prepared while no applications are taken. */
export function ByTelephone({ className }: { className: string }) {
  const { company, pause } = useOperator();
  return (
    <p className={`border-t border-line pt-6 text-ink-soft ${className}`}>
      {pause ? 'Lieber gleich sprechen?' : byTelephone}
      <a href={company.phoneHref} className="mt-1 block font-serif text-2xl font-semibold text-green-900">
        {company.phone}
      </a>
      <span className="text-sm">{company.serviceHours}</span>
    </p>
  );
}

const byTelephone = 'Lieber am Telefon? Wir füllen den Antrag mit Ihnen aus, Sie prüfen und bestätigen ihn.';

/** Why a form was refused: messages at its fields, or one about the whole form. */
export type Refused = { errors: readonly FieldError[]; notice: string | null };

const unrefused: Refused = { errors: [], notice: null };

/** What a control says of it. Without a script nothing but the focus leads to what must be corrected. */
export const controlOf =
  <Name extends string>({ errors }: Refused = unrefused) =>
  (name: Name) => ({
    name,
    error: errors.find(({ path }) => path === name)?.message,
    autoFocus: name === errors[0]?.path,
  });

type Labelled = Readonly<Record<string, { label: string; hint?: string; autoComplete?: string }>>;

/** The same of a described field, with what it says and what was typed. */
export function described<Fields extends Labelled>(
  fields: Fields,
  entries: Readonly<Record<keyof Fields, unknown>>,
  refused?: Refused,
) {
  const control = controlOf(refused);
  return (name: keyof Fields & string) => {
    const { label, hint, autoComplete } = fields[name] ?? { label: name };
    return { ...control(name), label, hint, autoComplete, defaultValue: String(entries[name]) };
  };
}

export const formCard = 'rounded-card border border-line bg-white p-5 text-ink shadow-card sm:p-8';

type PlainFormProps = {
  method?: 'get' | 'post';
  action: string;
  refused?: Refused;
  /** Named in the summary above a form; without them there is none. */
  fields?: Labelled;
  className?: string;
  children: ReactNode;
};

export function PlainForm({
  method = 'post',
  action,
  refused: { errors, notice } = unrefused,
  fields,
  className = formCard,
  children,
}: PlainFormProps) {
  return (
    <form method={method} action={action} noValidate className={`space-y-5 ${className}`}>
      {notice ? (
        <Alert tone="danger" role="alert">
          {notice}
        </Alert>
      ) : null}
      {fields ? (
        <ErrorSummary
          refused={errors.map(({ path }) => ({ path, label: fields[path]?.label ?? path }))}
          submitCount={errors.length}
        />
      ) : null}
      {children}
    </form>
  );
}

export function Submit(button: ComponentProps<typeof Button>) {
  return <Button type="submit" className="w-full sm:w-auto" {...button} />;
}

type StopProps = { title: string; action: string; button: string | null; children: ReactNode };

/** What a link in a mail would end, as a form, because mail scanners open links. Only a person presses a button. */
export function StopPage({ title, action, button, children }: StopProps) {
  return (
    <SiteShell className="mx-auto max-w-2xl px-4 py-16 sm:px-6 sm:py-24">
      <h1 className="text-4xl text-green-900">{title}</h1>
      {children}
      <div className="mt-8 flex flex-wrap gap-4">
        {button ? (
          <form method="post" action={action}>
            <Button type="submit">{button}</Button>
          </form>
        ) : null}
        <a href={pages.home} className={buttonClass('secondary')}>
          Zur Startseite
        </a>
      </div>
    </SiteShell>
  );
}
