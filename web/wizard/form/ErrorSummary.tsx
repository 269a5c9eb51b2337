import { useEffect, useRef } from 'react';
import type { FieldError } from '#domain/fields';
import { fieldId } from '../../ui/field';

type Props = { errors: FieldError[]; labels: Record<string, string>; submitCount: number };

/**
 * Names the fields of a refused step and takes the focus; each name leads to its field. The messages themselves
 * stand at the fields, once.
 */
export function ErrorSummary({ errors, labels, submitCount }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const refused = errors.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refused attempt, not each corrected field
  useEffect(() => {
    if (refused && submitCount > 0) box.current?.focus();
  }, [submitCount]);
  if (!refused || submitCount === 0) return null;
  const sentence =
    errors.length === 1
      ? 'Eine Angabe fehlt noch oder stimmt nicht:'
      : `${errors.length} Angaben fehlen noch oder stimmen nicht:`;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-control border border-danger/50 bg-danger-soft px-4 py-3.5"
    >
      <p className="font-semibold">{sentence}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {errors.map(({ path }) => (
          <li key={path}>
            <a
              href={`#${fieldId(path)}`}
              className="text-danger underline underline-offset-4"
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId(path))?.focus();
              }}
            >
              {labels[path] ?? path}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
