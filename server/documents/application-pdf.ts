import { createDrawer } from './drawer';

// the bundle has the worker beside the server
const worker = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';

export const applicationPdf = createDrawer(new URL(worker, import.meta.url));
