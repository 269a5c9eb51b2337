import type { CSSProperties, ReactNode } from 'react';

type TableProps = { children: ReactNode; className?: string; width?: number; style?: CSSProperties };

/** One row of cells, for layout only. `width` in px is for Outlook, which does not know `max-width`. */
export function Table({ children, className, width, style }: TableProps) {
  return (
    <table
      role="presentation"
      width={width ?? '100%'}
      border={0}
      cellPadding={0}
      cellSpacing={0}
      className={className}
      style={{ width: '100%', maxWidth: width, ...style }}
    >
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  );
}
