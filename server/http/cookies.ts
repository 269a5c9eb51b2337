/** The cookies of a request. */

/** The value of a cookie, or an empty text. */
export function cookieIn(request: Request, name: string): string {
  const pairs = (request.headers.get('cookie') ?? '').split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
