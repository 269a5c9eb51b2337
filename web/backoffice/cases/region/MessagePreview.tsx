import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { MessagePreview as Given, PreviewedMail } from '#domain/cases/staff-messages';
import type { FieldError } from '#domain/fields';
import { api, href } from '#domain/urls';
import { RequestFailed, request } from '../../../api';
import { Button } from '../../../ui/button';
import { sentenceOf } from '../../calls';

type Props = { id: string; given: Given; onErrors: (errors: FieldError[]) => void };

export function MessagePreview({ id, given, onErrors }: Props) {
  const { mutate, data, variables, error, isPending } = useMutation({
    mutationFn: (wanted: Given) => request<PreviewedMail>('POST', href(api.casePreview, { id }), wanted),
    onSuccess: () => onErrors([]),
    onError: (failed) => {
      if (failed instanceof RequestFailed) onErrors(failed.fieldErrors.map(besideField));
    },
  });
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // it opens below the fold
    if (data) box.current?.scrollIntoView({ block: 'nearest' });
  }, [data]);
  const wrong = error instanceof RequestFailed && error.fieldErrors.length > 0;
  const changed = variables?.subject !== given.subject || variables?.body !== given.body;
  return (
    <div className="space-y-3">
      <Button look="secondary" size="small" aria-disabled={isPending} onClick={() => mutate(given)}>
        {isPending ? 'Wird erstellt...' : 'Vorschau'}
      </Button>
      {error && !wrong ? (
        <p role="alert" className="font-semibold text-danger">
          {sentenceOf(error, 'Die E-Mail kann gerade nicht gezeigt werden.')}
        </p>
      ) : null}
      {data ? (
        <section
          ref={box}
          aria-label="Ansicht der E-Mail"
          className="overflow-hidden rounded-control border border-line"
        >
          <p className="border-b border-line bg-paper-deep px-4 py-2 wrap-anywhere">
            <span className="text-ink-soft">Betreff der E-Mail: </span>
            <span className="font-semibold">{data.subject}</span>
          </p>
          {changed ? (
            <p role="status" className="border-b border-line bg-saddle-50 px-4 py-2 text-sm">
              Der Text wurde seitdem geändert.
            </p>
          ) : null}
          <iframe
            title="So sieht die E-Mail aus"
            sandbox=""
            srcDoc={data.html}
            // a mail is 283 px wide at least, and the narrowest phones have 238 here
            className="h-96 w-full bg-white max-[360px]:[zoom:0.8]"
          />
        </section>
      ) : null}
    </div>
  );
}

/** The fields of the preview are those of the message. */
function besideField({ path, message }: FieldError): FieldError {
  return { path: path.startsWith('message.') ? path : `message.${path}`, message };
}
