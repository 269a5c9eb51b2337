// A process that only does the work of the drop folder.
import { exchange } from './exchanging';

void exchange(process.env).then(() => process.exit(0));
