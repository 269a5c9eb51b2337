/** `bun run dev`: the client's build begins before the server's modules are loaded. */
import './watch-process';

await import('../main');
