/** `bun run dev`: the client's build begins before the server's modules are loaded. */
import './development-build';

await import('./main');
