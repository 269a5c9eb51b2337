import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { placeholderList } from '#domain/cases/messages';
import type { MessagePreview as Given, PreviewedMail } from '#domain/cases/staff';
import { caseStatuses, type MessageStatus, stepMessages } from '#domain/cases/statuses';
import type { FieldError } from '#domain/fields';
import { api, href } from '#domain/urls';
import { request } from '../../../api';
import { Button, SmallButton } from '../../../ui/button';
import { TitledDialog } from '../../../ui/dialogs';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../../ui/fields';
import { Alert } from '../../../ui/notices';
import { fieldErrorsOf, sentenceOf } from '../../calls';
import { SubmitButton, submitOnControlEnter, submitting, Taken } from '../../form/form';
import { LoadFailed } from '../../Page';
import { blockHint, type CaseFormState, sendsIn, stepTo } from './CaseForm';

export function MessageDialog({ form }: { form: CaseFormState }) {
  const { writing, typed, base } = form;
  return (
    <TitledDialog
      open={writing !== null}
      onClose={() => form.write(null)}
      title="Der Person schreiben"
      text={writing && effectOf(sendsIn(typed, writing) ? base.email : null, writing)}
      wide
    >
      {writing ? <MessageForm form={form} status={writing} /> : null}
    </TitledDialog>
  );
}

function effectOf(email: string | null, status: MessageStatus): string {
  const mail = email ? `Ihr Text geht per E-Mail an ${email}.` : 'Es wird keine E-Mail gesendet.';
  return `${mail} Der Vorgang steht danach auf „${caseStatuses[status].label}“.`;
}

type FormProps = { form: CaseFormState; status: MessageStatus };

function MessageForm({ form, status }: FormProps) {
  const sends = sendsIn(form.typed, status);
  const [subject, body] = [form.control(`${status}.subject`), form.control(`${status}.body`)];
  const general = form.refused.filter(({ path }) => path !== subject.name && path !== body.name);
  return (
    <form
      ref={form.ref}
      noValidate
      className="mt-6 space-y-4"
      onKeyDown={submitOnControlEnter}
      onSubmit={submitting(form.save)}
    >
      {general.length > 0 ? (
        <Alert tone="danger" role="alert">
          {general.map((one) => blockHint(form.base, status, form.policy) ?? one.message).join(' ')}
        </Alert>
      ) : null}
      {stepMessages[status] === 'offered' ? (
        <CheckboxField label="Die Person über diesen Schritt informieren" {...form.box('sends')} />
      ) : null}
      {sends ? (
        <>
          <Templates form={form} status={status} />
          <TextField label="Betreff" aria-required autoComplete="off" {...subject} name="subject" />
          <TextAreaField
            label="Nachricht"
            aria-required
            rows={12}
            hint={`Platzhalter: ${placeholderList}`}
            {...body}
            name="body"
          />
          <MessagePreview
            id={form.found.applicationId}
            given={{ status, subject: subject.value, body: body.value }}
            onErrors={form.refuse}
          />
        </>
      ) : null}
      {form.taken ? (
        <Taken onLoad={() => form.settle(form.found, stepTo(status))} />
      ) : (
        <div className="flex flex-wrap justify-end gap-3 pt-4">
          <Button look="secondary" onClick={() => form.write(null)}>
            Abbrechen
          </Button>
          <SubmitButton busy={form.busy}>
            {sends ? 'Nachricht senden' : 'Ohne Nachricht speichern'}
          </SubmitButton>
        </div>
      )}
    </form>
  );
}

function Templates({ form, status }: FormProps) {
  const { offered, failed, retry } = form.templates;
  if (failed) return <LoadFailed onRetry={retry}>Die Vorlagen konnten nicht geladen werden.</LoadFailed>;
  if (offered.length < 2) return null;
  const texts = { [`${status}.subject`]: undefined, [`${status}.body`]: undefined };
  return (
    <SelectField
      label="Vorlage"
      options={offered.map(({ name }, index) => ({ value: String(index), label: name }))}
      {...form.control(`${status}.template`)}
      name="template"
      onChange={({ target }) => form.enter({ ...texts, [`${status}.template`]: target.value })}
    />
  );
}

type PreviewProps = { id: string; given: Given; onErrors: (errors: FieldError[]) => void };

function MessagePreview({ id, given, onErrors }: PreviewProps) {
  const { mutate, data, variables, error, isPending } = useMutation({
    mutationFn: (wanted: Given) => request<PreviewedMail>('POST', href(api.casePreview, { id }), wanted),
    onSuccess: () => onErrors([]),
    onError: (failed) =>
      onErrors(fieldErrorsOf(failed).map((one) => ({ ...one, path: `${given.status}.${one.path}` }))),
  });
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // it opens below the fold
    if (data) box.current?.scrollIntoView({ block: 'nearest' });
  }, [data]);
  const wrong = error !== null && fieldErrorsOf(error).length > 0;
  const changed = variables?.subject !== given.subject || variables?.body !== given.body;
  return (
    <div className="space-y-3">
      <SmallButton aria-disabled={isPending} onClick={() => mutate(given)}>
        {isPending ? 'Wird erstellt...' : 'Vorschau'}
      </SmallButton>
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
