import ArrowRight from 'lucide-react/icons/arrow-right';
import type { Ref } from 'react';
import { Button, type ButtonLook, type ButtonSize } from '../../ui/button';
import { useNextCase } from './next-case';

type Props = {
  shown?: string;
  look?: ButtonLook;
  size?: ButtonSize;
  ref?: Ref<HTMLButtonElement>;
};

export function NextCaseButton({ shown, look, size = 'small', ref }: Props) {
  const { run, busy } = useNextCase(shown);
  return (
    <Button ref={ref} look={look} size={size} aria-disabled={busy} onClick={() => run()}>
      Nächster Vorgang
      <ArrowRight aria-hidden="true" className="size-4" />
    </Button>
  );
}
