/** What the applicant may declare besides the data sets: body and response of `declarations`. */
import { Boolean as BooleanType, Object as ObjectType, type Static } from 'typebox';

export const declarations = ObjectType({
  adviceWaiver: BooleanType({ errorMessage: 'Bitte geben Sie an, ob Sie auf Beratung verzichten' }),
});

export type Declarations = Static<typeof declarations>;
