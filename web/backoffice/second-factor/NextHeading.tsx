import { useLayoutEffect, useRef } from 'react';

type Props = { id: string; children: string };

/** Begins what has just replaced the form that had the focus, and takes the focus over. */
export function NextHeading({ id, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <h2
      id={id}
      ref={heading}
      tabIndex={-1}
      className="text-xl text-green-900 outline-none hyphens-auto sm:text-2xl"
    >
      {children}
    </h2>
  );
}
