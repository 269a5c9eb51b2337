import { useLayoutEffect, useRef } from 'react';
import { fieldId } from './fields';

type Props = { refused: { path: string; label: string }[]; submitCount: number };

/** Takes the focus when a step is refused, and links to the refused fields. The messages are at the fields. */
export function ErrorSummary({ refused, submitCount }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const wrong = refused.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each attempt, not for each corrected field
  useLayoutEffect(() => {
    if (wrong && submitCount > 0) box.current?.focus();
  }, [submitCount]);
  if (!wrong || submitCount === 0) return null;
  const sentence =
    refused.length === 1
      ? 'Eine Angabe fehlt noch oder stimmt nicht:'
      : `${refused.length} Angaben fehlen noch oder stimmen nicht:`;
  return (
    <div
      ref={box}
      role="alert"
      // it is said once: each corrected field would interrupt what is typed next
      aria-live="off"
      tabIndex={-1}
      className="rounded-control border border-danger/50 bg-danger-soft px-4 py-3.5"
    >
      <p className="font-semibold">{sentence}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {refused.map(({ path, label }) => (
          <li key={path}>
            <a
              href={`#${fieldId(path)}`}
              className="text-danger underline underline-offset-4"
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId(path))?.focus();
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
