import { ActionButton } from '../ActionButton';

type Props = {
  label: string;
  /** Sends again and returns the sentence to show. */
  send: () => Promise<string>;
  /** Shown if the server sends no sentence. */
  failure: string;
  className?: string;
};

/** Sends one or all failed mails again. */
export function ResendButton({ send, ...button }: Props) {
  return (
    <ActionButton {...button} busyLabel="Wird gesendet..." call={send} success={(sentence) => sentence} />
  );
}
