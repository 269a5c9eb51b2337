/** The place beneath a field where hints appear, beside what React owns. */
type Hint = { region: HTMLElement; watch: MutationObserver; turn?: object };

const hints = new WeakMap<HTMLInputElement, Hint>();

const ends = ['pointerup', 'pointercancel'];
let isPressed = false;
for (const type of ['pointerdown', ...ends]) {
  addEventListener(
    type,
    () => {
      isPressed = type === 'pointerdown';
    },
    true,
  );
}

/** Replaces what stands beneath the field; no parts say nothing. A later call ends one that still waits. */
export async function say(field: HTMLInputElement, parts: readonly HTMLElement[]): Promise<void> {
  const hint = hints.get(field) ?? (parts.length > 0 ? prepare(field) : null);
  if (!hint) return;
  const turn = {};
  hint.turn = turn;
  if (isPressed) await released();
  if (hint.turn !== turn || !field.isConnected) return;
  const text = parts.map(({ textContent }) => textContent).join('');
  if (text === hint.region.textContent) return;
  hint.region.replaceChildren(...parts);
  describe(field, hint);
}

export function sentence(...parts: (string | HTMLElement)[]): HTMLElement {
  const element = document.createElement('p');
  element.className = 'min-w-0 wrap-anywhere';
  element.append(...parts);
  return element;
}

/** Not by the property, which React watches: it would miss the change. */
export function put(field: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** The region is empty and in the page before it says something, so that screen readers notice. */
export function prepare(field: HTMLInputElement): Hint {
  const known = hints.get(field);
  if (known) return known;
  const region = document.createElement('div');
  region.id = `${field.id}-said`;
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  region.className =
    'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control text-sm text-ink not-empty:mt-2 not-empty:bg-saddle-50 not-empty:px-3.5 not-empty:py-2.5';
  field.after(region);
  const hint: Hint = { region, watch: new MutationObserver(() => describe(field, hint)) };
  hints.set(field, hint);
  return hint;
}

/** What is pressed must not move away before it is clicked. */
async function released(): Promise<void> {
  await new Promise<unknown>((resolve) => {
    for (const type of ends) addEventListener(type, () => setTimeout(resolve), { once: true });
  });
}

const describing = 'aria-describedby';

/** Beside the field's own hint and message, also after React has changed these. */
function describe(field: HTMLInputElement, { region, watch }: Hint) {
  watch.disconnect();
  const own = field.getAttribute(describing)?.split(' ') ?? [];
  const ids = own.filter((id) => id !== '' && id !== region.id);
  const isSaid = region.hasChildNodes();
  if (isSaid) ids.push(region.id);
  if (ids.length > 0) field.setAttribute(describing, ids.join(' '));
  else field.removeAttribute(describing);
  if (isSaid) watch.observe(field, { attributeFilter: [describing] });
}
