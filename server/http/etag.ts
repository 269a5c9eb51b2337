/** Whether the caller has the version `etag`. `If-None-Match` uses the weak comparison (RFC 9110, 13.1.2). */
export function hasCopy(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  return known.some((one) => one.trim().replace(/^W\//, '') === etag);
}
