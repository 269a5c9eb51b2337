import { parse } from 'bowser';

const longest = 200;

/** Such as `Firefox unter Windows`; `Unbekannter Browser` for other programs. */
export function browserOf(request: Request): string {
  const agent = request.headers.get('user-agent')?.slice(0, longest);
  if (!agent) return unknown;
  const { browser, os } = parse(agent);
  // the system is named anyway
  const name = browser.name?.replace(/ for Android$/, '');
  if (!name) return unknown;
  return os.name ? `${name} unter ${os.name}` : name;
}

const unknown = 'Unbekannter Browser';
