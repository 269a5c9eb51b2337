/** What is wrong at a place of the site, one line each. */
import type { Page } from 'playwright-core';
import { overflow } from '#tests/browser/page-checks';
import { endAnimations } from '#tests/support/browser';

/** That the page scrolls. */
export async function sideways(page: Page): Promise<string[]> {
  return (await overflow(page)) > 0 ? ['scrolls sideways'] : [];
}

/**
 * What twice the usual type does to a page: that it scrolls sideways, the logo is higher than the header, or words of the
 * title are broken.
 */
export function tooLarge(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { style } = document.documentElement;
    style.fontSize = '200%';
    await document.fonts.ready;
    const height = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
    const { scrollWidth, clientWidth } = document.documentElement;
    const header = 'header:has(summary)';
    const title = document.querySelector('h1')?.firstChild;
    const words = [...(title?.textContent ?? '').matchAll(/[^\s-]+/g)];
    const broken = words.filter(({ index, 0: word }) => {
      const range = document.createRange();
      if (title) range.setStart(title, index);
      if (title) range.setEnd(title, index + word.length);
      return range.getClientRects().length > 1;
    });
    const found = broken.map(([word]) => `breaks ${word}`);
    if (scrollWidth > clientWidth) found.push(`scrolls by ${scrollWidth - clientWidth} px`);
    if (height(`${header} a`) > height(header)) found.push('logo above its bar');
    style.fontSize = '';
    return found;
  });
}

/**
 * What cannot be seen in the colours that a light and a dark system force on a page (EN 301 549, 11.7): controls have
 * edges, and states can be told apart.
 */
export async function unseen(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await endAnimations(page);
    found.push(...(await lookAt(page)).map((one) => `${colorScheme}: ${one}`));
  }
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  return found;
}

function lookAt(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = getComputedStyle(document.body).backgroundColor;
    const all = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(
        (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1,
      );
    const isSeen = (colour: string) => colour !== canvas && !/^(none|rgba\(.*, 0\))$/.test(colour);
    const hasEdge = (one: Element) => {
      const { borderWidth, borderColor, outlineStyle, outlineColor } = getComputedStyle(one);
      const hasBorder = borderWidth !== '0px' && isSeen(borderColor);
      return hasBorder || (outlineStyle === 'solid' && isSeen(outlineColor));
    };
    const lookOf = (one: Element) => {
      const { border, outline, backgroundColor } = getComputedStyle(one);
      return `${border} ${outline} ${backgroundColor}`;
    };
    const name = (one: Element) =>
      `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent}`.slice(0, 70);

    const controls = all('button, .button, [role=tab], [role=button], [type=submit], header summary, dialog');
    const bare = controls.filter((one) => !hasEdge(one)).map((one) => `no edge: ${name(one)}`);

    const bars = all('[role=progressbar]').filter((one) => {
      const [filling] = one.children;
      return !hasEdge(one) || !filling || !isSeen(getComputedStyle(filling).backgroundColor);
    });

    // a list item shows its state by its first child
    const shownBy = (one: Element) => (one.tagName === 'LI' ? (one.firstElementChild ?? one) : one);
    const states = '[aria-current], [role=tab][aria-selected=true], tbody tr:has([type=checkbox]:checked)';
    const alike = all(states).filter((one) => {
      const peers = [...(one.closest('ol, ul, [role=tablist], tbody')?.querySelectorAll(one.tagName) ?? [])];
      return peers.some((peer) => !peer.matches(states) && lookOf(shownBy(peer)) === lookOf(shownBy(one)));
    });

    const light = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const stands = (colour: string) => {
      const [one, other] = [light(colour), light(canvas)];
      return colour !== 'none' && Math.max(one, other) / Math.min(one, other) >= 3;
    };
    const drawn = all('figure rect, td rect').filter((one) => {
      const { fill, stroke } = getComputedStyle(one);
      return !stands(fill) && !stands(stroke);
    });
    const icons = all('svg').filter((one) => !stands(getComputedStyle(one).color));
    return [
      ...bare,
      ...bars.map(() => 'a bar or its filling'),
      ...alike.map((one) => `like the others: ${name(one)}`),
      ...[...drawn, ...icons].map((one) => `not seen: ${one.outerHTML.slice(0, 150)}`),
    ];
  });
}

const sizes = [
  { width: 320, height: 256 },
  { width: 568, height: 320 },
  { width: 740, height: 300 },
  // wide enough for the contents beside a legal page, and for lists with a head
  { width: 1300, height: 300 },
];

/** Of what stays in place on low screens, as at 400 % or on a phone held across (WCAG 1.4.10). */
export async function outOfReach(page: Page): Promise<string[]> {
  const found: string[] = [];
  const usual = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await endAnimations(page);
    const { cut, bars } = await stuck(page);
    if (bars >= 0.5) cut.push(`bars take ${Math.round(bars * 100)} %`);
    found.push(...cut.map((one) => `${size.width} × ${size.height}: ${one}`));
  }
  if (usual) await page.setViewportSize(usual);
  return found;
}

/**
 * Of all that is fixed or sticks: the texts and controls that neither are on the screen nor can be scrolled onto it, and
 * how much of the height the bars take.
 */
function stuck(page: Page): Promise<{ cut: string[]; bars: number }> {
  return page.evaluate(() => {
    const shown = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
    const onScreen = ({ top, bottom }: DOMRect) => top > -1 && bottom < innerHeight + 1;
    const kept = [...document.querySelectorAll('body *')].filter((one) => {
      const { position } = getComputedStyle(one);
      // the header leaves with its part of the page, at whose end the question about cookies stands
      const stays = position === 'fixed' || (position === 'sticky' && one.getBoundingClientRect().top > -1);
      return shown(one) && stays;
    });
    /** Scrolls it into view within its layer only. */
    const reach = (one: Element, layer: Element) => {
      for (let box = one.parentElement; box && layer.contains(box); box = box.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
        box.scrollTop += one.getBoundingClientRect().top - box.getBoundingClientRect().top;
      }
      return onScreen(one.getBoundingClientRect());
    };
    const cut = kept.flatMap((layer) =>
      [...layer.querySelectorAll('a, button, input, h2, p, label')]
        .filter((one) => shown(one) && !one.closest('.sr-only') && !reach(one, layer))
        .map((one) => (one.textContent || one.outerHTML).slice(0, 60)),
    );
    const isBar = (one: Element) => one.matches('header, [data-floating]');
    const heights = kept.filter(isBar).map((one) => one.getBoundingClientRect().height);
    return { cut, bars: heights.reduce((sum, height) => sum + height, 0) / innerHeight };
  });
}

/** A mail in its frame. It is shown in a page as wide: in a frame without scripts the driver may wait for ever. */
export async function shownMail(page: Page) {
  const frame = page.getByTitle('So sieht die E-Mail aus');
  const [html, width] = await frame.evaluate((element: HTMLIFrameElement) => [
    element.srcdoc,
    Math.floor(element.getBoundingClientRect().width / element.currentCSSZoom),
  ]);
  const mail = await page.context().newPage();
  await mail.setViewportSize({ width, height: 400 });
  await mail.setContent(html);
  const inset = mail.locator('.inset').first();
  const padding = await inset.evaluate((element) => getComputedStyle(element).paddingLeft);
  const scrolls = (await overflow(mail)) > 0;
  await mail.close();
  return { padding, scrolls };
}
