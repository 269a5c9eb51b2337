import { useNavigate } from '@tanstack/react-router';
import FileUp from 'lucide-react/icons/file-up';
import { type DragEvent, useEffect, useState } from 'react';
import { formatSize } from '#domain/format';
import { randomUuid } from '#domain/ids';
import { headBytes, kindOf, largestReturn, mostRows, type UploadedReturn } from '#domain/insurer/answers';
import { api, pages } from '#domain/urls';
import { patiently, request } from '../../api';
import { buttonClass, SmallButton } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { fieldErrorsOf, sentenceOf, useAction } from '../calls';

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
              <SmallButton className="mt-3" onClick={() => send(chosen)}>
                {`${chosen.name} erneut senden`}
              </SmallButton>
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

/** A file under the id that it keeps when it is sent again, because an answer may have been lost. */
type Chosen = { id: string; name: string; content: Blob };
type Failure = { sentence: string; chosen?: Chosen };

const unread = 'Die Datei ließ sich nicht lesen. Vielleicht ist sie noch in einem anderen Programm geöffnet.';
const unsent = 'Die Verbindung ist abgebrochen. Bitte versuchen Sie es noch einmal.';

function useUpload() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Failure>();
  const [name, setName] = useState('');
  const { run, busy } = useAction({
    call: ({ id, name: called, content }: Chosen) =>
      request<UploadedReturn>(
        'POST',
        `${api.returns}?${new URLSearchParams({ id, name: called })}`,
        content,
        { headers: { 'Content-Type': content.type }, ...patiently },
      ),
    failure: () => null,
    // the list is loaded when it is shown, and the file that is opened should not be loaded twice
    isReading: true,
    after: async (error, chosen, uploaded) => {
      if (error) setFailure(failureOf(error, chosen));
      if (uploaded) await navigate({ to: pages.backofficeReturns, search: { file: uploaded.id } });
    },
  });
  const send = (chosen: Chosen) => {
    setFailure(undefined);
    setName(chosen.name);
    run(chosen);
  };
  const choose = async (files: readonly File[]) => {
    const [file] = files;
    if (!file || busy) return;
    const chosen = files.length > 1 ? 'Bitte wählen Sie eine einzelne Datei.' : await read(file);
    if (typeof chosen === 'string') setFailure({ sentence: chosen });
    else send(chosen);
  };
  return { send, choose, busy: busy ? name : null, failure };
}

/** As many characters of a name are stored; the last ones say what kind it is. */
const longestName = 200;

/** Reads the file once, because it may change while it is sent. A text says why it is not sent. */
async function read(file: File): Promise<Chosen | string> {
  try {
    const kind = kindOf(file, new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
    if ('refused' in kind) return kind.refused;
    const content = new Blob([await file.arrayBuffer()], { type: kind.type });
    return { id: randomUuid(), name: file.name.slice(-longestName).toWellFormed(), content };
  } catch {
    return unread;
  }
}

/** A file that the server has refused is not sent again. */
function failureOf(error: Error, chosen: Chosen): Failure {
  const refusals = fieldErrorsOf(error);
  if (refusals.length > 0) return { sentence: refusals.map(({ message }) => message).join(' ') };
  return { sentence: sentenceOf(error, unsent), chosen };
}
