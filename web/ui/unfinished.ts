/**
 * A browser sends a date without its year as if nothing had been typed, and only the browser knows. So the field says it
 * before its form is sent, and before React hears of that.
 */
export function startUnfinished(): void {
  addEventListener(
    'submit',
    (event) => {
      const inputs = (event.target as HTMLFormElement).querySelectorAll('input');
      const field = Array.from(inputs).find(({ validity }) => validity.badInput);
      if (!field) return;
      event.preventDefault();
      event.stopPropagation();
      sayAt(field);
      field.focus();
    },
    true,
  );
}

function sayAt(field: HTMLInputElement) {
  if (field.nextElementSibling?.role === 'alert') return;
  const message = Object.assign(document.createElement('p'), {
    role: 'alert',
    id: `${field.id}-unvollendet`,
    className: 'mt-1.5 text-sm font-semibold text-danger',
    textContent: 'Bitte geben Sie das ganze Datum ein, oder leeren Sie das Feld',
  });
  const described = field.getAttribute('aria-describedby') ?? '';
  const forget = () => {
    message.remove();
    field.ariaInvalid = null;
    field.setAttribute('aria-describedby', described);
  };
  field.after(message);
  field.ariaInvalid = 'true';
  field.setAttribute('aria-describedby', `${described} ${message.id}`);
  field.addEventListener('input', forget, { once: true });
}
