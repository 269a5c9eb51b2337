import type { ComponentProps } from 'react';
import { href, wizardApi } from '#domain/urls';
import { FormId } from '../ui/fields';

type Props = Pick<ComponentProps<'form'>, 'onSubmit' | 'className' | 'children'> & { id: string };

export function LinkForm({ id, children, ...form }: Props) {
  return (
    <form method="post" action={href(wizardApi.accessLink, { id })} {...form}>
      <FormId />
      {children}
    </form>
  );
}
