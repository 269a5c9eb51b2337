import type { ComponentProps } from 'react';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';
/** `small` is for tables and toolbars of the backoffice. */
export type ButtonSize = 'regular' | 'small';

const looks: Record<ButtonLook, string> = {
  primary: 'bg-green-800 text-white hover:bg-green-700 disabled:bg-green-200 disabled:text-green-900',
  secondary:
    'border border-line-strong bg-white text-ink hover:border-green-800 hover:text-green-800 disabled:text-ink-soft disabled:bg-paper-deep',
  quiet: 'text-green-800 underline underline-offset-4 decoration-green-200 hover:decoration-green-800',
  danger:
    'border border-danger/50 bg-white text-danger hover:bg-danger hover:text-white disabled:border-line disabled:bg-paper-deep disabled:text-ink-soft',
};

const sizes: Record<ButtonSize, string> = {
  regular: 'min-h-12 px-6 py-2.5 text-base',
  small: 'min-h-9 px-3 py-1 text-sm pointer-coarse:min-h-11',
};

export function buttonClass(look: ButtonLook = 'primary', size: ButtonSize = 'regular'): string {
  return `button inline-flex items-center justify-center gap-2 rounded-control text-center font-semibold transition-colors disabled:cursor-not-allowed ${sizes[size]} ${looks[look]}`;
}

type Props = ComponentProps<'button'> & { look?: ButtonLook; size?: ButtonSize };

/** With `aria-disabled` a click does nothing, and the focus stays, which a `disabled` button loses. */
export function Button({ look, size, className = '', type = 'button', onClick, ...rest }: Props) {
  const off = rest['aria-disabled'] === true;
  const classes = `${buttonClass(look, size)} ${className}`;
  return <button type={type} className={classes} onClick={off ? undefined : onClick} {...rest} />;
}

export function SmallButton({ look = 'secondary', ...button }: Omit<Props, 'size'>) {
  return <Button look={look} size="small" {...button} />;
}

export const linkClass =
  'text-green-800 underline decoration-green-200 underline-offset-4 hover:decoration-green-800';
