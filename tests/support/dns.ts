/** A real name server on this machine, by UDP. A test says what it knows, and may silence it or make it fail. */
import { createSocket } from 'node:dgram';
import { type Answer, decode, encode, RECURSION_AVAILABLE, RECURSION_DESIRED } from 'dns-packet';
import { afterThisTest } from './endings';

type Zone = {
  /** Names of mail servers; `.`: a null MX. */
  MX?: readonly string[];
  A?: readonly string[];
  AAAA?: readonly string[];
  /** A long one is cut into parts, as in a real zone. */
  TXT?: readonly string[];
};

type Zones = Record<string, Zone | 'silent' | 'fails'>;

/** Ends after the test. */
export async function startNameServer(zones: Zones = {}) {
  const { stop, ...server } = await openNameServer(zones);
  afterThisTest(stop);
  return server;
}

export async function openNameServer(zones: Zones) {
  /** `type name` of each question. */
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const [{ name, type } = { name: '', type: 'A' as const }] = questions;
    asked.push(`${type} ${name}`);
    const zone = zones[name.toLowerCase()];
    if (zone === 'silent') return;
    const code = zone === 'fails' ? 2 : zone ? 0 : 3;
    const answers = zone && zone !== 'fails' ? answersOf(name, type, zone) : [];
    const flags = RECURSION_DESIRED | RECURSION_AVAILABLE | code;
    socket.send(encode({ type: 'response', id, flags, questions, answers }), port, address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  const stop = () => new Promise<void>((done) => socket.close(() => done()));
  return { stop, address: `127.0.0.1:${socket.address().port}`, zones, asked };
}

function answersOf(name: string, type: string, zone: Zone): Answer[] {
  const ttl = 60;
  switch (type) {
    case 'MX':
      return (zone.MX ?? []).map((exchange) => ({ type, name, ttl, data: { exchange, preference: 10 } }));
    case 'A':
      return (zone.A ?? []).map((data) => ({ type, name, ttl, data }));
    case 'AAAA':
      return (zone.AAAA ?? []).map((data) => ({ type, name, ttl, data }));
    case 'TXT':
      return (zone.TXT ?? []).map((data) => ({ type, name, ttl, data: data.match(/.{1,255}/gs) ?? [] }));
    default:
      return [];
  }
}
