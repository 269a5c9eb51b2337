/** Slips in the domain of an address. Domains are in lower case and as people read them, not in Punycode. */

/** Where most people in Germany, Austria and Switzerland have their mail; of those that are as near, the first is meant. */
const providers: ReadonlySet<string> = new Set(
  `gmail.com gmx.de gmx.net web.de t-online.de outlook.de outlook.com hotmail.com hotmail.de icloud.com yahoo.de
  yahoo.com freenet.de googlemail.com aol.com aol.de live.de live.com msn.com me.com mac.com gmx.at gmx.ch gmx.com
  gmx.eu gmx.info gmx.org mail.de mail.com email.de email.com posteo.de posteo.net mailbox.org arcor.de online.de
  magenta.de vodafone.de vodafonemail.de kabelmail.de unitybox.de o2online.de o2mail.de 1und1.de ionos.de alice.de
  alice-dsl.net netcologne.de ewetel.net versanet.de osnanet.de htp-tel.de proton.me protonmail.com pm.me tuta.com
  tuta.io tutanota.com tutanota.de ymail.com bluewin.ch a1.net aon.at chello.at`.split(/\s+/),
);

/** Everybody knows that it takes mails. */
export function isProvider(domain: string): boolean {
  return providers.has(domain);
}

/** Domains of which people believe that they are a provider's. */
const believed: Readonly<Record<string, string>> = {
  'gmail.de': 'gmail.com',
  'googlemail.de': 'googlemail.com',
  'icloud.de': 'icloud.com',
};

const meantBy: ReadonlyMap<string, string> = new Map([
  ...Array.from(providers, (one) => [one, one] as const),
  ...Object.entries(believed),
]);

/** No top-level domain is called so. */
const slips: Readonly<Record<string, string>> = {
  com: 'cmo con cpm vom xom comm coom ccom ocm cim conm',
  de: 'ed dee dde dd ded fe dw ds dr',
  net: 'nte nett ent met nrt nwt neet',
  org: 'ogr orgg rog orh',
};
const endings = endingsOf(slips);

/** These exist: only a provider's name before them tells a slip. */
const likelySlips = endingsOf({ com: 'co cm om', net: 'ne' });

function endingsOf(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([meant, typed]) => typed.split(' ').map((one) => [one, meant] as const)),
  );
}

/**
 * The domain that was probably meant. `receives` says whether the typed one takes mails: one that takes none is a slip,
 * so less of it has to fit.
 */
export function suggestionFor(typed: string, receives: boolean | null): string | null {
  if (isProvider(typed)) return null;
  const [name, ending] = partsOf(typed);
  const known = meantBy.get(typed);
  if (known) return known;
  const slip = endings.get(ending);
  const meant = slip ?? likelySlips.get(ending);
  const domain = meant ? `${name}.${meant}` : typed;
  const near = meantBy.get(domain) ?? (slip ? sameName(name) : null) ?? nearest(domain, receives === false);
  return near ?? (slip ? domain : null);
}

function sameName(name: string): string | null {
  return [...providers].find((one) => partsOf(one)[0] === name) ?? null;
}

function nearest(domain: string, isSlip: boolean): string | null {
  const [name, ending] = partsOf(domain);
  const found = [...meantBy].flatMap(([form, meant]) => {
    const [other, otherEnding] = partsOf(form);
    const isNear = ending === otherEnding && fits(name, other, isSlip);
    return isNear ? { meant, steps: distance(name, other) } : [];
  });
  return found.toSorted((one, other) => one.steps - other.steps)[0]?.meant ?? null;
}

/** Short names are near to those of many companies, and few slips are in the first letter. */
function fits(name: string, other: string, isSlip: boolean): boolean {
  if (isSwapOrDouble(name, other)) return true;
  const isShort = other.length < 5;
  if (isSlip) return distance(name, other) <= (isShort ? 1 : 2);
  return !isShort && name[0] === other[0] && distance(name, other) <= (other.length < 8 ? 1 : 2);
}

/** `gxm` and `gmxx` for `gmx`. */
function isSwapOrDouble(name: string, other: string): boolean {
  if (distance(name, other) !== 1) return false;
  const isSwap = name.length === other.length && [...name].sort().join() === [...other].sort().join();
  return (
    isSwap || (name.length > other.length && name.replace(/(.)\1/g, '$1') === other.replace(/(.)\1/g, '$1'))
  );
}

function partsOf(domain: string): [name: string, ending: string] {
  const dot = domain.lastIndexOf('.');
  return [domain.slice(0, dot), domain.slice(dot + 1)];
}

/** How many letters are missing, surplus, wrong or swapped with their neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  // more than any slip: a long name is not compared letter by letter
  if (Math.abs(one.length - other.length) > 2) return 3;
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const wrong = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + wrong,
          isSwapped ? at(row - 2, column - 2) + 1 : 3,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
