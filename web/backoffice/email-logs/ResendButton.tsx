import { api } from '#domain/urls';
import { ActionButton } from '../ActionButton';

type Props = {
  label: string;
  /** Sends again; resolves with what to tell. */
  send: () => Promise<string>;
  /** What to tell when the server says nothing. */
  failure: string;
  className?: string;
};

/** Sends failed mails again, one or all; whatever shows mails is asked for again. */
export function ResendButton({ send, ...button }: Props) {
  return (
    <ActionButton
      {...button}
      busyLabel="Wird gesendet..."
      call={send}
      success={(sentence) => sentence}
      refresh={[api.emailLogs, api.details]}
    />
  );
}
