import { expect, jest, test } from 'bun:test';
import { renderToString } from 'react-dom/server';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { assumedBirthSentence } from '#domain/tariffs/premium';
import { setDocument } from '#tests/support/dom';
import { TariffCalculator } from '#web/islands/TariffCalculator.tsx';

const stage = setDocument();

test('a choice made before the script has loaded is kept', async () => {
  const calculator = <TariffCalculator catalogue={fallbackCatalogue} comparison={[]} today="2026-11-20" />;
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(calculator);
  const deductible = container.querySelector<HTMLSelectElement>('[name=deductible]');
  if (deductible) deductible.value = '500';
  const screen = stage.library.render(calculator, { container, hydrate: true });
  expect(await screen.findAllByText('60,49 €')).not.toHaveLength(0);
  expect(deductible?.value).toBe('500');
  const premium = screen.getAllByRole('link', { name: /Jetzt berechnen.*Premium/ })[0];
  expect(premium?.getAttribute('href')).toBe('/calculator?tariff=premium&deductible=500&frequency=monthly');
  const offer = screen.getAllByRole('link', { name: /Angebot per E-Mail.*Premium/ })[0];
  expect(offer?.getAttribute('href')).toBe('/angebot?tariff=premium&deductible=500&frequency=monthly');
  stage.library.fireEvent.change(screen.getByLabelText('Geburtsjahr des Pferdes'), {
    target: { value: '2012' },
  });
  expect(offer?.getAttribute('href')).toEndWith('&frequency=monthly&birthYear=2012');
});

test('a screen reader hears the prices when a choice changes them, not before', () => {
  const calculator = <TariffCalculator catalogue={fallbackCatalogue} comparison={[]} today="2026-11-20" />;
  const { render, fireEvent } = stage.library;
  const screen = render(calculator);
  const heard = screen.container.querySelector('[aria-live=polite]');
  expect(heard?.textContent).toBe('');
  fireEvent.change(screen.getByLabelText('Selbstbeteiligung'), { target: { value: '500' } });
  expect(heard?.textContent?.replaceAll('\u00a0', ' ')).toBe(
    'Beiträge im Monat: Basis-OP-Schutz 31,42 €, Top-OP-Schutz 40,21 €, Premium-OP-Schutz 60,49 €',
  );
});

test('a year of birth is that of offers: 1 January of it, and the page says so once', () => {
  const { render, fireEvent } = stage.library;
  const screen = render(
    <TariffCalculator catalogue={fallbackCatalogue} comparison={[]} today="2027-03-01" />,
  );
  const said = () => screen.container.textContent?.split(assumedBirthSentence).length;
  expect(said()).toBe(1);
  fireEvent.change(screen.getByLabelText('Geburtsjahr des Pferdes'), { target: { value: '2015' } });
  expect(screen.getAllByText('58,13 €')).not.toHaveLength(0);
  expect(said()).toBe(2);
});

test('the day is asked when it is used: a page that is open at midnight shows what is due then', () => {
  const { render, act } = stage.library;
  jest.useFakeTimers({ now: new Date('2026-12-31T22:59:30Z') });
  try {
    const chosen = { deductible: 0, frequency: 'monthly', birthYear: 2015 } as const;
    const screen = render(
      <TariffCalculator
        catalogue={{ ...fallbackCatalogue, ageSurchargePercent: 20 }}
        comparison={[]}
        today="2026-12-31"
        chosen={chosen}
      />,
    );
    screen.getByText('Ab 12 Jahren kommt ein Alterszuschlag hinzu.');
    act(() => jest.advanceTimersByTime(60_000));
    screen.getByText('Mit Alterszuschlag: Ihr Pferd ist 12 Jahre oder älter.');
  } finally {
    jest.useRealTimers();
  }
});
