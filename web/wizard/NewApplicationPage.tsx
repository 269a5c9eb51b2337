import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { randomUuid } from '#domain/ids';
import { href, publicPages as pages } from '#domain/urls';
import { Ready } from '../hydrated/ready';
import { Loading } from './form/StepFrame';
import { WizardShell } from './WizardShell';

/** The wizard without an id in its address: redirects to a random id. */
export function NewApplicationPage() {
  const { history } = useRouter();
  useEffect(() => {
    history.replace(href(pages.application, { id: randomUuid() }) + location.search);
  }, [history]);
  return (
    <WizardShell>
      <Ready />
      <Loading />
    </WizardShell>
  );
}
