import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { applicationsApi, RequestFailed } from '../../api';
import { CheckboxField } from '../../ui/fields';
import { toast } from '../../ui/toasts';
import { saveFailed } from '../form/useStepForm';
import { applicationIdAtom, busyAtom, submittedAtom, useWordings } from '../state';
import { declarationsQuery } from '../stored';

/** The optional box that waives advice. Each change is stored at once; if that fails, the former state is shown. */
export function AdviceWaiver() {
  const id = useAtomValue(applicationIdAtom);
  const [busy, setBusy] = useAtom(busyAtom);
  const setSubmitted = useSetAtom(submittedAtom);
  const client = useQueryClient();
  const { waiver } = useWordings();
  const query = declarationsQuery(id);
  const checked = useQuery(query).data?.adviceWaiver ?? false;

  const show = (adviceWaiver: boolean) =>
    client.setQueryData(query.queryKey, (stored) => ({ ...stored, adviceWaiver }));

  async function change(adviceWaiver: boolean) {
    if (busy) return;
    // disables the buttons, so that nothing is submitted with a choice that is not stored
    setBusy(true);
    show(adviceWaiver);
    try {
      await applicationsApi.declare(id, { adviceWaiver });
    } catch (error) {
      show(checked);
      if (error instanceof RequestFailed && error.status === 409) setSubmitted(true);
      toast(saveFailed);
    } finally {
      setBusy(false);
    }
  }
  return (
    <CheckboxField
      name="adviceWaiver"
      label={waiver.sentence}
      hint={waiver.note}
      checked={checked}
      onChange={(event) => void change(event.target.checked)}
    />
  );
}
