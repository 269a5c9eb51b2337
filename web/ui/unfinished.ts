/** Only the browser knows of a date without its year, and sends none: its field says so before the form is sent. */
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
  const id = `${field.id}-unvollendet`;
  if (document.getElementById(id)) return;
  const message = Object.assign(document.createElement('p'), {
    role: 'alert',
    id,
    // as `FieldError`
    className: 'mt-1.5 flex gap-1.5 text-sm font-semibold text-danger',
    innerHTML:
      '<span aria-hidden="true">!</span>Bitte geben Sie das ganze Datum ein, oder leeren Sie das Feld',
  });
  const described = field.getAttribute('aria-describedby') ?? '';
  const forget = () => {
    message.remove();
    field.ariaInvalid = null;
    field.setAttribute('aria-describedby', described);
  };
  field.parentElement?.append(message);
  field.ariaInvalid = 'true';
  field.setAttribute('aria-describedby', `${described} ${id}`);
  field.addEventListener('input', forget, { once: true });
}
