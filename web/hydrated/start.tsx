import type { AnyRouter } from '@tanstack/react-router';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { sentMarkup } from './sent';

export function hydratePage(router: AnyRouter) {
  const failure = `${document.head.outerHTML}<body><main>${sentMarkup('failure')}</main></body>`;
  let failed = false;
  const root = hydrateRoot(document, <RouterClient router={router} />, {
    onUncaughtError: (error) => {
      reportError(error);
      if (failed) return;
      failed = true;
      // React is about to empty the document, and may do so once more
      setTimeout(() => {
        root.unmount();
        show(failure);
      });
    },
  });
}

function show(markup: string) {
  const page = document.createElement('html');
  page.lang = 'de';
  page.innerHTML = markup;
  document.documentElement?.remove();
  document.append(page);
  const heading = page.querySelector('h1');
  document.title = heading?.dataset.title ?? '';
  heading?.focus();
}
