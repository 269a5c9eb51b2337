import type { KeptWording } from '#db/evidence';
import { sha256Of } from '#db/hash';
import { keysOf } from '#domain/keys';
import {
  adviceWaiver,
  dutyOfDisclosure,
  formatShown,
  mandateText,
  type WizardWordings,
  type WordingKey,
  wordings,
} from '#domain/law/wordings';
import type { Operator } from '#domain/operator/operator';

export type Wordings = {
  /** All of them, for the table of those that were ever shown. */
  all: readonly KeptWording[];
  hashes: Readonly<Record<WordingKey, string>>;
  forWizard: WizardWordings;
};

/** The operator's name is part of some of them. */
export function createWordings(operator: Operator): Wordings {
  const keys = keysOf(wordings);
  const all = keys.map((key) => {
    const text = wordings[key].text(operator);
    return { key, text, sha256: sha256Of(text) };
  });
  const hashes = Object.fromEntries(all.map(({ key, sha256 }) => [key, sha256])) as Wordings['hashes'];
  return {
    all,
    hashes,
    forWizard: {
      header: formatShown(hashes),
      duty: dutyOfDisclosure,
      waiver: adviceWaiver,
      mandate: mandateText(operator.creditor.name),
      selection: wordings.selection.text(operator),
    },
  };
}
