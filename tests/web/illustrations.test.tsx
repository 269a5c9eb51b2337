import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as illustrations from '#web/illustrations.tsx';

const { horseMark: _, benefitIcons, ...others } = illustrations;
const components = { ...others, ...benefitIcons };
const shown = Object.entries<ComponentType<{ className?: string }>>(components).map(
  ([name, Picture]) => [name, renderToStaticMarkup(<Picture className="size-4" />)] as const,
);

test.each(shown)('%s is one element with its class, hidden from screen readers', (_, html) => {
  expect(html).toMatch(
    /^<svg viewBox="0 0 \d+ \d+"[^<]* class="size-4"[^<]* aria-hidden="true" focusable="false"><\w/,
  );
  expect(html.match(/<svg/g)).toHaveLength(1);
  // as React writes elements, with all its parts
  expect(html).not.toMatch(/<use|\/>|>\s|\n/);
  expect(html.match(/<\w/g)?.length).toBe(html.match(/<\//g)?.length);
});

test('no drawing is left unused', () => {
  const web = join(import.meta.dir, '../../web');
  const imported = readFileSync(join(web, 'illustrations.tsx'), 'utf8').matchAll(/pictures\/([\w-]+\.svg)'/g);
  expect([...imported].map(([, name]) => name).toSorted()).toEqual(
    readdirSync(join(web, 'content/pictures')).toSorted(),
  );
});
