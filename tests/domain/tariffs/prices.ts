/**
 * Monthly prices in EUR, calculated by hand (docs/product.md, "Price arithmetic"): tariff, deductible, whether the horse
 * is 12 or older (20 % more, rounded), then paid monthly, quarterly, semiannually (2 % less) and annually (4 % less).
 */
export const prices = [
  ['basis', 0, false, 39.77, 39.77, 38.97, 38.18],
  ['basis', 250, false, 35.8, 35.8, 35.08, 34.37],
  ['basis', 500, false, 31.42, 31.42, 30.79, 30.16],
  ['basis', 1000, false, 22.68, 22.68, 22.23, 21.77],
  ['top', 0, false, 48.44, 48.44, 47.47, 46.5],
  ['top', 250, false, 44.58, 44.58, 43.69, 42.8],
  ['top', 500, false, 40.21, 40.21, 39.41, 38.6],
  ['top', 1000, false, 31.49, 31.49, 30.86, 30.23],
  ['premium', 0, false, 69.52, 69.52, 68.13, 66.74],
  ['premium', 250, false, 65.35, 65.35, 64.04, 62.74],
  ['premium', 500, false, 60.49, 60.49, 59.28, 58.07],
  ['premium', 1000, false, 51.44, 51.44, 50.41, 49.38],
  ['basis', 0, true, 47.72, 47.72, 46.77, 45.81],
  ['basis', 250, true, 42.96, 42.96, 42.1, 41.24],
  ['basis', 500, true, 37.7, 37.7, 36.95, 36.19],
  ['basis', 1000, true, 27.22, 27.22, 26.68, 26.13],
  ['top', 0, true, 58.13, 58.13, 56.97, 55.8],
  ['top', 250, true, 53.5, 53.5, 52.43, 51.36],
  ['top', 500, true, 48.25, 48.25, 47.29, 46.32],
  ['top', 1000, true, 37.79, 37.79, 37.03, 36.28],
  ['premium', 0, true, 83.42, 83.42, 81.75, 80.08],
  ['premium', 250, true, 78.42, 78.42, 76.85, 75.28],
  ['premium', 500, true, 72.59, 72.59, 71.14, 69.69],
  ['premium', 1000, true, 61.73, 61.73, 60.5, 59.26],
] as const;

/** Prices per year: twelve times the monthly prices above, in the same rows and columns. */
const annualPrices = [
  [477.24, 477.24, 467.64, 458.16],
  [429.6, 429.6, 420.96, 412.44],
  [377.04, 377.04, 369.48, 361.92],
  [272.16, 272.16, 266.76, 261.24],
  [581.28, 581.28, 569.64, 558],
  [534.96, 534.96, 524.28, 513.6],
  [482.52, 482.52, 472.92, 463.2],
  [377.88, 377.88, 370.32, 362.76],
  [834.24, 834.24, 817.56, 800.88],
  [784.2, 784.2, 768.48, 752.88],
  [725.88, 725.88, 711.36, 696.84],
  [617.28, 617.28, 604.92, 592.56],
  [572.64, 572.64, 561.24, 549.72],
  [515.52, 515.52, 505.2, 494.88],
  [452.4, 452.4, 443.4, 434.28],
  [326.64, 326.64, 320.16, 313.56],
  [697.56, 697.56, 683.64, 669.6],
  [642, 642, 629.16, 616.32],
  [579, 579, 567.48, 555.84],
  [453.48, 453.48, 444.36, 435.36],
  [1001.04, 1001.04, 981, 960.96],
  [941.04, 941.04, 922.2, 903.36],
  [871.08, 871.08, 853.68, 836.28],
  [740.76, 740.76, 726, 711.12],
] as const;

const frequencies = ['monthly', 'quarterly', 'semiannual', 'annual'] as const;

/** All 96 prices, one per row. */
export const priceList = prices.flatMap(([tariffType, selfParticipation, old, ...months], row) =>
  frequencies.map((paymentFrequency, column) => ({
    selection: { tariffType, selfParticipation, paymentFrequency },
    old,
    monthlyPremium: months[column] ?? Number.NaN,
    annualPremium: annualPrices[row]?.[column] ?? Number.NaN,
  })),
);
