import type { ReactNode } from 'react';
import type { FieldError } from '#domain/fields';
import { Alert } from '../ui/notices';
import { ErrorSummary } from '../wizard/form/ErrorSummary';

type Props = {
  action: string;
  /** Messages at its fields, or else one about the whole form. */
  errors: readonly FieldError[];
  notice: string | null;
  /** The label of a field, for the summary above a form; without it there is none. */
  labelOf?: (path: string) => string;
  className: string;
  children: ReactNode;
};

export function PlainForm({ action, errors, notice, labelOf, className, children }: Props) {
  return (
    <form method="post" action={action} noValidate className={`space-y-5 ${className}`}>
      {notice ? (
        <Alert tone="danger" role="alert">
          {notice}
        </Alert>
      ) : null}
      {labelOf ? (
        <ErrorSummary
          refused={errors.map(({ path }) => ({ path, label: labelOf(path) }))}
          submitCount={errors.length}
        />
      ) : null}
      {children}
    </form>
  );
}

export const formCard = 'rounded-card border border-line bg-white p-5 text-ink shadow-card sm:p-8';
