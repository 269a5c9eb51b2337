/**
 * Pages of the wizard and the staff that are the same for everybody. They are rendered once, without a nonce and without
 * the id in their address: hashes allow their inline scripts, which read the id from the address.
 */
import { sha256Of } from '#db/hash';
import { type PagePolicy, pagePolicy } from '../http/headers';
import { ownHeaders } from './own-page';

export type SharedPage = { html: string; headers: Record<string, string> };

const anyId = '00000000-0000-4000-8000-000000000000';
const idPart = ':id';

const inlineScripts = /(<script(?![^>]*\ssrc=)[^>]*>)([\s\S]*?)(<\/script>)/g;

/** `route`: such as `/application/:id`. @throws if rendering fails, or shows the id outside the texts of scripts */
export async function renderShared(
  route: string,
  render: (request: Request) => Promise<Response>,
  allowed: Pick<PagePolicy, 'frames' | 'styles'> = {},
): Promise<SharedPage> {
  const response = await render(new Request(`http://localhost${route.replace(idPart, anyId)}`));
  if (!response.ok) throw new Error(`The page of ${route} cannot be rendered.`);
  const html = withoutId(await response.text(), route);
  const hashes = Array.from(html.matchAll(inlineScripts), ([, , script = '']) => hashOf(script));
  const policy = pagePolicy({ hashes, ...allowed });
  return {
    html,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, ...ownHeaders },
  };
}

function withoutId(html: string, route: string): string {
  const fromAddress = `"+location.pathname.split("/")[${route.split('/').indexOf(idPart)}]+"`;
  const page = html.replace(
    inlineScripts,
    (_, open: string, script: string, close: string) => open + script.replaceAll(anyId, fromAddress) + close,
  );
  if (page.includes(anyId)) throw new Error(`The page of ${route} shows the id.`);
  return page;
}

export function hashOf(text: string): string {
  return `sha256-${sha256Of(text, 'base64')}`;
}
