/**
 * Runs in the frame of the analytics script: hands over the events of the page around it, in the same order, and then
 * loads the script. The server sends the text of this function, so it may use nothing outside of itself.
 */
export function bridge() {
  // opened directly nobody has been asked for consent
  if (parent === window) return;
  const address = document.currentScript?.dataset.address;
  window.dataLayer = [];
  addEventListener('message', ({ source, data }) => {
    // a script may have replaced the list or its `push`
    if (source === parent) window.dataLayer?.push(data);
  });
  // only now, because the page sends its events when the frame is loaded, however slow the script is
  addEventListener('load', () => {
    const script = document.createElement('script');
    script.src = address ?? '';
    document.body.append(script);
  });
}
