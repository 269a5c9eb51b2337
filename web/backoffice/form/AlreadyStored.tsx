import { useEffect, useRef } from 'react';
import { Alert } from '../../ui/notices';

/** The button that stores what was typed besides what is stored. */
export const another = 'Zusätzlich speichern';

type Props = { words: string; noOther?: string };

/** What an earlier attempt has stored whose answer was lost. */
export function AlreadyStored({ words, noOther }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // it stands below the fields, which may fill the screen
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box}>
      <Alert tone="warning" role="alert" title="Gespeichert ist bereits:">
        <p className="max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-line">{words}</p>
        <p className="mt-2">
          {noOther ??
            `Ihr voriger Versuch ist angekommen, nur die Antwort ging verloren. „${another}“ speichert auch, was jetzt oben steht.`}
        </p>
      </Alert>
    </div>
  );
}
