import { mailHref } from '#domain/links';
import { useOperator } from '../operator';

export function ContactWays() {
  const { company } = useOperator();
  return (
    <>
      <a href={company.phoneHref} className="whitespace-nowrap text-green-800 underline underline-offset-4">
        {company.phone}
      </a>{' '}
      ({company.serviceHours}) oder{' '}
      <a href={mailHref(company.email)} className="text-green-800 underline underline-offset-4 wrap-anywhere">
        {company.email}
      </a>
    </>
  );
}
