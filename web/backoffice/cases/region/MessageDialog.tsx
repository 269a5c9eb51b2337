import { placeholderList } from '#domain/cases/messages';
import { caseStatuses, type MessageStatus } from '#domain/cases/statuses';
import { Button } from '../../../ui/button';
import { TitledDialog } from '../../../ui/dialogs';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../../ui/fields';
import { Alert } from '../../../ui/notices';
import { SubmitButton, submitOnControlEnter, useFirstError } from '../../form/checked-form';
import { Taken } from '../../form/Taken';
import { LoadFailed } from '../../Page';
import { blockHint } from './CaseForm';
import { MessagePreview } from './MessagePreview';
import type { CaseFormState } from './useCaseForm';
import { type MessageDraft, useMessageDraft } from './useMessageDraft';

type Props = { form: CaseFormState; id: string; email: string };

export function MessageDialog({ form, id, email }: Props) {
  const draft = useMessageDraft(id, form.values.status);
  const { writing } = form;
  return (
    <TitledDialog
      open={writing !== null}
      onClose={form.stopWriting}
      title="Der Person schreiben"
      text={writing && effectOf(draft.sends ? email : null, writing)}
      wide
    >
      {writing ? <MessageForm form={form} id={id} status={writing} draft={draft} /> : null}
    </TitledDialog>
  );
}

function effectOf(email: string | null, status: MessageStatus): string {
  const mail = email ? `Ihr Text geht per E-Mail an ${email}.` : 'Es wird keine E-Mail gesendet.';
  return `${mail} Der Vorgang steht danach auf „${caseStatuses[status].label}“.`;
}

type FormProps = { form: CaseFormState; id: string; status: MessageStatus; draft: MessageDraft };

function MessageForm({ form, id, status, draft }: FormProps) {
  const { change, attempt } = form;
  const { message, sends } = draft;
  const ref = useFirstError(change.errors);
  const offered = caseStatuses[status].message === 'offered';
  const general = change.errors.filter(({ path }) => !/^message\.(subject|body)$/.test(path));
  const submit = () => {
    if (!sends) form.send();
    else if (draft.checked(attempt.id(), change.setErrors)) form.send(message);
  };
  return (
    <form
      ref={ref}
      noValidate
      className="mt-6 space-y-4"
      onKeyDown={submitOnControlEnter}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {general.length > 0 ? (
        <Alert tone="danger" role="alert">
          {general.map((one) => blockHint(form.base, status, form.policy) ?? one.message).join(' ')}
        </Alert>
      ) : null}
      {offered ? (
        <CheckboxField
          name="sends"
          label="Die Person über diesen Schritt informieren"
          checked={sends}
          onChange={({ target }) => draft.setSends(target.checked)}
        />
      ) : null}
      {sends ? (
        <>
          <Templates draft={draft} />
          <TextField
            name="subject"
            label="Betreff"
            aria-required
            autoComplete="off"
            value={message.subject}
            error={change.errorOf('message.subject')}
            onChange={({ target }) => draft.write({ subject: target.value })}
          />
          <TextAreaField
            name="body"
            label="Nachricht"
            aria-required
            rows={12}
            value={message.body}
            hint={`Platzhalter: ${placeholderList}`}
            error={change.errorOf('message.body')}
            onChange={({ target }) => draft.write({ body: target.value })}
          />
          <MessagePreview id={id} given={{ status, ...message }} onErrors={change.setErrors} />
        </>
      ) : null}
      {attempt.taken ? (
        <Taken onLoad={form.acceptStored} />
      ) : (
        <div className="flex flex-wrap justify-end gap-3 pt-4">
          <Button look="secondary" onClick={form.stopWriting}>
            Abbrechen
          </Button>
          <SubmitButton busy={change.busy}>
            {sends ? 'Nachricht senden' : 'Ohne Nachricht speichern'}
          </SubmitButton>
        </div>
      )}
    </form>
  );
}

function Templates({ draft: { templates, choose, chosen, failed, retry } }: { draft: MessageDraft }) {
  if (failed) {
    return <LoadFailed onRetry={retry}>Die Vorlagen konnten nicht geladen werden.</LoadFailed>;
  }
  if (templates.length < 2) return null;
  return (
    <SelectField
      name="template"
      label="Vorlage"
      options={templates.map(({ name }, index) => ({ value: String(index), label: name }))}
      value={String(chosen)}
      onChange={({ target }) => choose(Number(target.value))}
    />
  );
}
