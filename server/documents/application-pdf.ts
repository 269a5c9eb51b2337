/** The PDF of an application: attached to the applicant's confirmation, downloaded or printed by staff. */
import { createDrawer } from './drawer';

// the bundle has the worker beside the server
const worker = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';

/** A tagged PDF in German. The same copy of the same application always has the same bytes. */
export const applicationPdf = createDrawer(new URL(worker, import.meta.url));
