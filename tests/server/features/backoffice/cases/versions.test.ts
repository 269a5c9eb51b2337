/** Whatever happens to cases, in whatever order: each change is one version and one event. `tests/full` has more orders. */
import { testSequences } from './sequences';

testSequences(6);
