/** Names browsers for the list of one's sessions. */
import { parse } from 'bowser';

const longest = 200;

/** Such as `Firefox unter Windows`; `Unbekannter Browser` for other programs. */
export function browserOf(request: Request): string {
  const agent = request.headers.get('user-agent')?.slice(0, longest);
  if (!agent) return unknown;
  const { browser, os } = parse(agent);
  if (!browser.name) return unknown;
  return os.name ? `${browser.name} unter ${os.name}` : browser.name;
}

const unknown = 'Unbekannter Browser';
