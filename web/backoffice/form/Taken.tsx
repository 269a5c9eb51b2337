import { idTaken } from '#domain/fields';
import { Button } from '../../ui/button';
import { takesFocus } from '../../ui/focus';
import { Alert } from '../../ui/notices';

/** After `isTaken`. What is on the screen has been loaded again by then. */
export function Taken({ onLoad }: { onLoad: () => void }) {
  return (
    <div ref={takesFocus} tabIndex={-1}>
      <Alert tone="warning" role="alert" title={idTaken}>
        <p>Ihr voriger Versuch ist angekommen, nur die Antwort ging verloren.</p>
        <Button look="secondary" size="small" className="mt-3" onClick={onLoad}>
          Stand laden
        </Button>
      </Alert>
    </div>
  );
}
