/** Data set of step 3: tariff, deductible and payment frequency (spec 3 and 5, "Tariff step"). */
import { Enum, Object as ObjectType, Optional, type Static } from 'typebox';
import { choice } from '../fields';
import { deductibles, paymentFrequencies, tariffTypes } from '../tariffs/catalogue';

const deductibleMessage = 'Bitte wählen Sie eine Selbstbeteiligung';

/** Schema of the tariff selection; without a payment frequency it is monthly (contract 2). */
export const tariffSelection = ObjectType({
  tariffType: choice(tariffTypes, 'Bitte wählen Sie einen Tarif'),
  selfParticipation: Enum([...deductibles], { errorMessage: deductibleMessage }),
  paymentFrequency: Optional(choice(paymentFrequencies, 'Bitte wählen Sie eine Zahlweise')),
});

export type TariffSelection = Static<typeof tariffSelection>;
