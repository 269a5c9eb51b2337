/** Whatever happens to cases, in sixty orders. */
import { testSequences } from '#tests/server/features/backoffice/cases/sequences';

testSequences(60);
