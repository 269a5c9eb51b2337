/** As the `ref` of what has just appeared, far from the button that was pressed: it gets the focus once. */
export function takesFocus(element: HTMLElement | null): void {
  element?.focus();
}
