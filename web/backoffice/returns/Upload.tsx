import FileUp from 'lucide-react/icons/file-up';
import { type DragEvent, useEffect, useState } from 'react';
import { formatSize } from '#domain/format';
import { largestReturn, mostRows } from '#domain/returns/returns';
import { Button, buttonClass } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { useUpload } from './useUpload';

export function Upload() {
  const { send, choose, busy, failure } = useUpload();
  const chosen = failure?.chosen;
  const [over, setOver] = useState(false);
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  useNothingOpens();
  return (
    <section
      aria-label="Datei hochladen"
      onDragEnter={() => setOver(true)}
      onDragLeave={leave}
      onDrop={({ dataTransfer }) => {
        setOver(false);
        void choose([...dataTransfer.files]);
      }}
      className={`mb-8 rounded-card border-2 border-dashed px-4 py-6 text-center sm:px-6 ${over ? 'border-green-800 bg-green-50' : 'border-line-strong bg-white'}`}
    >
      <FileUp aria-hidden="true" className="mx-auto size-8 text-green-800" />
      <label
        className={`mt-3 cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-saddle-600 ${buttonClass('primary')}`}
      >
        Datei auswählen
        <input
          type="file"
          accept=".csv,.txt,.xlsx"
          aria-describedby={hintId}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // so that the same file can be chosen again once it is mended
            currentTarget.value = '';
            void choose(files);
          }}
        />
      </label>
      <p className="mt-2">{over ? 'Jetzt loslassen' : 'oder hierher ziehen'}</p>
      <p id={hintId} className="mx-auto mt-3 max-w-xl text-sm text-ink-soft">
        {`CSV oder Excel (.xlsx), höchstens ${formatSize(largestReturn)} und ${mostRows.toLocaleString('de-DE')} Zeilen. Die Datei wird gleich gelesen und geöffnet. Geändert wird dadurch noch nichts.`}
      </p>
      {/* always there: a region that comes with its text is not read out */}
      <p role="status" className="mt-3 font-semibold text-green-900 empty:sr-only wrap-anywhere">
        {busy ? `${busy} wird gelesen...` : null}
      </p>
      {failure ? (
        <div className="mx-auto mt-3 max-w-xl text-left">
          <Alert tone="danger" role="alert" title="Die Datei wurde nicht hochgeladen">
            <p className="wrap-anywhere">{failure.sentence}</p>
            {chosen ? (
              <Button look="secondary" size="small" className="mt-3" onClick={() => send(chosen)}>
                {`${chosen.name} erneut senden`}
              </Button>
            ) : null}
          </Alert>
        </div>
      ) : null}
    </section>
  );
}

const hintId = 'rueckmeldung-hinweis';

/** A file that is dropped beside the area would replace the page. */
function useNothingOpens() {
  useEffect(() => {
    const keep = (dragged: Event) => dragged.preventDefault();
    for (const event of dragging) window.addEventListener(event, keep);
    return () => {
      for (const event of dragging) window.removeEventListener(event, keep);
    };
  }, []);
}

const dragging = ['dragover', 'drop'];
