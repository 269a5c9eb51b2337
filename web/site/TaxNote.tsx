import { taxSentence } from '#domain/law/wordings';
import { useOperator } from '../operator';

/** Once on a page that names prices. */
export function TaxNote({ className }: { className: string }) {
  const sentence = taxSentence(useOperator());
  return sentence ? <p className={`text-sm text-ink-soft ${className}`}>{sentence}</p> : null;
}
