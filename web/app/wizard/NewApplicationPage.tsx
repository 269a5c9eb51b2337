import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { randomUuid } from '../../../domain/ids';
import { Ready } from '../ready';
import { Loading } from './Loading';
import { WizardShell } from './WizardShell';

/** The wizard without an id in its address: takes a random one and goes there (spec 2). */
export function NewApplicationPage() {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: '/application/$id', params: { id: randomUuid() }, replace: true });
  }, [navigate]);
  return (
    <WizardShell>
      <Ready />
      <Loading />
    </WizardShell>
  );
}
