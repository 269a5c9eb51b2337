import { ActionButton } from '../buttons';

type Props = {
  label: string;
  send: () => Promise<string>;
  /** Shown if the server sends no sentence. */
  failure: string;
  className?: string;
};

export function ResendButton({ send, ...button }: Props) {
  return (
    <ActionButton {...button} busyLabel="Wird gesendet..." call={send} success={(sentence) => sentence} />
  );
}
