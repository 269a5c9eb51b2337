/**
 * What a signature in one piece wraps (CMS, RFC 5652; Outlook signs so where an administrator says so). The signature is
 * not verified: the address of the sender decides, as for every mail.
 */

type Element = { type: number; bytes: Uint8Array; parts: Element[] };

const signedData = '2a864886f70d010702';
/** What wraps the content is at most seven deep; programs write it in pieces. */
const deepest = 16;
const constructed = 0x20;

/** Null: it is encrypted, or nothing of this kind. */
export function signedContent(cms: Uint8Array): Uint8Array | null {
  try {
    const [type, wrapped] = elementAt(cms, 0).element.parts;
    if (!type || Buffer.from(type.bytes).toString('hex') !== signedData) return null;
    const content = wrapped?.parts[0]?.parts[2]?.parts[1]?.parts[0];
    return content ? bytesOf(content) : null;
  } catch {
    return null;
  }
}

function bytesOf({ parts, bytes }: Element): Uint8Array {
  return parts.length > 0 ? Buffer.concat(parts.map(bytesOf)) : bytes;
}

/** In BER (X.690), where a length may be left out: then two zeros end the element. */
function elementAt(all: Uint8Array, begin: number, depth = 0): { element: Element; end: number } {
  const [type = 0, first] = all.subarray(begin, begin + 2);
  if (first === undefined || depth > deepest) throw new RangeError('This is no BER.');
  const isOpen = first === 0x80;
  const digits = first > 0x80 ? first & 0x7f : 0;
  let at = begin + 2 + digits;
  const length =
    digits > 0 ? Number.parseInt(Buffer.from(all.subarray(begin + 2, at)).toString('hex'), 16) : first;
  const end = isOpen ? all.length : at + length;
  if (!(end <= all.length)) throw new RangeError('This is no BER.');
  const parts: Element[] = [];
  const bytes = all.subarray(at, end);
  if ((type & constructed) === 0) return { element: { type, bytes, parts }, end };
  while (at < end) {
    if (isOpen && all[at] === 0 && all[at + 1] === 0) return { element: { type, bytes, parts }, end: at + 2 };
    const next = elementAt(all, at, depth + 1);
    parts.push(next.element);
    at = next.end;
  }
  return { element: { type, bytes, parts }, end };
}
