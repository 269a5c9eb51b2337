import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/** If there are more rows, only those near the window are rendered. */
const drawnWhole = 100;
const rowHeight = 57;

/** Returns the rows near the window, and the heights of those before and after them. */
export function useWindow(count: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect();
    if (box) setTop(box.top + scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    enabled: count > drawnWhole,
  });
  if (count <= drawnWhole) {
    return { body, items: [...Array(count).keys()], before: 0, after: 0, measure: undefined };
  }
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    body,
    items: items.map(({ index }) => index),
    before: first ? first.start - top : 0,
    after: last ? virtual.getTotalSize() - (last.end - top) : 0,
    measure: virtual.measureElement,
  };
}
