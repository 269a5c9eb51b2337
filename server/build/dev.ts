/** `bun run dev`: starts to build the client before it loads the server's modules. */
import './watch-process';

await import('../main');
