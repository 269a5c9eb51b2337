import { placeholders } from '#domain/operator/operator';
import { createWordings } from '#server/wordings';

/** What the pages of the wizard get of the wordings. */
export const wizardWordings = createWordings(placeholders).forWizard;
