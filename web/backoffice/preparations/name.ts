import type { Salutation } from '#domain/people';

type Name = { salutation?: Salutation; firstName: string; lastName: string };

const salutations: Record<string, Salutation | undefined> = { herr: 'mr', herrn: 'mr', frau: 'mrs' };
const families = ['familie', 'fam', 'eheleute'];
/** What belongs to the last name before it. Small, because capitals may begin a first name, as in "Della". */
const particles =
  /^(?:von|vom|van|zu|zum|zur|und|der|den|dem|de|del|della|di|da|do|dos|du|la|le|lo|ten|ter|te|op|af|av|el|al|bin|ben)$/;

/** The parts of a name that somebody has typed into one field. What cannot be told apart is the last name. */
export function partsOf(name: string): Name {
  const words = name.trim().split(/\s+/);
  const first = (words[0] ?? '').toLowerCase().replace(/[.:]$/, '');
  const salutation = salutations[first];
  const left = salutation || families.includes(first) ? words.slice(1) : words;
  const [before = '', after = ''] = left.join(' ').split(/\s*,\s*/, 2);
  const parts = after ? { firstName: after, lastName: before } : cut(left);
  return { ...(salutation && { salutation }), ...parts };
}

function cut(words: string[]): Name {
  // the last word is always part of the last name, and with it the particles before it
  let begin = Math.max(0, words.length - 1);
  while (begin > 0 && particles.test(words[begin - 1] ?? '')) begin -= 1;
  return { firstName: words.slice(0, begin).join(' '), lastName: words.slice(begin).join(' ') };
}
