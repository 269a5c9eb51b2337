import type { ButtonHTMLAttributes } from 'react';

export type ButtonLook = 'primary' | 'secondary' | 'quiet';

const looks: Record<ButtonLook, string> = {
  primary: 'bg-green-800 text-white hover:bg-green-700 disabled:bg-green-200 disabled:text-green-900',
  secondary:
    'border border-line-strong bg-white text-ink hover:border-green-800 hover:text-green-800 disabled:text-ink-soft disabled:bg-paper-deep',
  quiet: 'text-green-800 underline underline-offset-4 decoration-green-200 hover:decoration-green-800',
};

/** Classes of a button, also for links that look like one. */
export function buttonClass(look: ButtonLook = 'primary'): string {
  return `inline-flex min-h-12 items-center justify-center gap-2 rounded-control px-6 py-2.5 text-base font-semibold transition-colors disabled:cursor-not-allowed ${looks[look]}`;
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { look?: ButtonLook };

export function Button({ look, className = '', type = 'button', ...rest }: Props) {
  return <button type={type} className={`${buttonClass(look)} ${className}`} {...rest} />;
}
