import { type ReactNode, useId } from 'react';
import { DescribedField, type FieldLimits } from '../../ui/DescribedField';
import { fieldAt } from './typed';
import type { CallForm } from './useCallForm';

export const third = 'sm:col-span-2';
export const half = 'sm:col-span-3';
export const whole = 'sm:col-span-6';

/** What a choice says that nobody has made yet; it can be made undone. */
export const open = 'Noch offen';
const required = ['contact.firstName', 'contact.lastName', 'contact.email', 'contact.phone'];

export function CallField({ form, path, ...limits }: FieldLimits & { form: CallForm; path: string }) {
  const { placeholder, autoComplete: _, ...field } = fieldAt(path);
  const options = field.options && (placeholder ? { '': open, ...field.options } : field.options);
  return (
    <DescribedField
      {...limits}
      field={{ ...field, options }}
      name={path}
      // the browser would offer its owner's data
      autoComplete="off"
      aria-required={required.includes(path)}
      error={form.errorAt(path)}
      value={form.typed[path] ?? ''}
      onChange={({ target }) => form.enter(path, target.value)}
    />
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line p-4 first:border-t-0 sm:p-6">
      <h2 id={id} className="mb-3 text-[min(1.25rem,8vw)] text-green-900">
        {title}
      </h2>
      <div className="grid gap-4 sm:grid-cols-6">{children}</div>
    </section>
  );
}
