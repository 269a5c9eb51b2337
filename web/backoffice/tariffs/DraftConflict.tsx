import type { TariffVersion } from '#domain/tariffs/staff';
import { Button } from '../../ui/button';
import { takesFocus } from '../../ui/focus';
import { Alert } from '../../ui/notices';

type Props = {
  message: string;
  /** What the draft has become; null: it is gone. */
  current: TariffVersion | null;
  onOverwrite: (current: TariffVersion) => void;
  onLoad: (current: TariffVersion) => void;
  onSaveAnew: () => void;
};

export function DraftConflict({ message, current, onOverwrite, onLoad, onSaveAnew }: Props) {
  const draft = current?.state === 'draft' ? current : null;
  return (
    <div ref={takesFocus} tabIndex={-1} className="scroll-mt-24">
      <Alert tone="danger" role="alert" title={message}>
        <p className="mt-1">
          {draft
            ? 'Ihre Eingaben stehen noch hier. Speichern Sie sie trotzdem, gehen die anderen Änderungen verloren.'
            : 'Ihre Eingaben stehen noch hier. Sie können sie als neuen Entwurf speichern.'}
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          {draft ? (
            <>
              <Button look="secondary" size="small" onClick={() => onOverwrite(draft)}>
                Trotzdem speichern
              </Button>
              <Button look="secondary" size="small" onClick={() => onLoad(draft)}>
                Stand laden
              </Button>
            </>
          ) : (
            <Button look="secondary" size="small" onClick={onSaveAnew}>
              Als neuen Entwurf speichern
            </Button>
          )}
        </div>
      </Alert>
    </div>
  );
}
