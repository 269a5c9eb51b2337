/** A TCP proxy that delivers everything later, in both directions, like a network. Prints its URL. */
import { connect, createServer } from 'node:net';
import { Transform } from 'node:stream';

const [target = '', milliseconds = '0'] = process.argv.slice(2);
const { hostname, port } = new URL(target);
// half of it in each direction
const delay = Number(milliseconds) / 2;

const late = () =>
  new Transform({
    transform(chunk, _, done) {
      setTimeout(() => this.push(chunk), delay);
      done();
    },
    flush(done) {
      setTimeout(done, delay);
    },
  });

const server = createServer({ noDelay: true }, (near) => {
  const far = connect({ host: hostname, port: Number(port), noDelay: true });
  near.pipe(late()).pipe(far).pipe(late()).pipe(near);
  for (const socket of [near, far]) {
    socket.on('error', () => {
      near.destroy();
      far.destroy();
    });
  }
}).listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
