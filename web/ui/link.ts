export const linkClass =
  'text-green-800 underline decoration-green-200 underline-offset-4 hover:decoration-green-800';
