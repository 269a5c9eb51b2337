/** Sends a file of the insurer, and opens it. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { randomUuid } from '#domain/ids';
import { headBytes, kindOf } from '#domain/returns/kind';
import type { UploadedReturn } from '#domain/returns/returns';
import { api, pages } from '#domain/urls';
import { longPatience, request } from '../../api';
import { fieldErrorsOf, sentenceOf, useAction } from '../calls';

/** A file under the id that it keeps when it is sent again, because an answer may have been lost. */
type Chosen = { id: string; name: string; content: Blob };
type Failure = { sentence: string; chosen?: Chosen };

const unread = 'Die Datei ließ sich nicht lesen. Vielleicht ist sie noch in einem anderen Programm geöffnet.';
const unsent = 'Die Verbindung ist abgebrochen. Bitte versuchen Sie es noch einmal.';

export function useUpload() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Failure>();
  const [name, setName] = useState('');
  const { run, busy } = useAction({
    call: ({ id, name: called, content }: Chosen) =>
      request<UploadedReturn>(
        'POST',
        `${api.returns}?${new URLSearchParams({ id, name: called })}`,
        content,
        {
          headers: { 'Content-Type': content.type },
          patience: longPatience,
        },
      ),
    success: () => null,
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
