/** Who runs the site: what `OPERATOR_DIR/operator.toml` says, with placeholders for what it leaves out. */
import { brand, company, creditor, insurer, mailDefaults } from './company';

export type IntermediaryStatus = 'tied_agent' | 'agent' | 'broker';

type Texts<T> = { readonly [Name in keyof T]: T[Name] extends string ? string : T[Name] };

export type Operator = {
  brand: Texts<typeof brand>;
  company: Texts<Omit<typeof company, 'phoneHref'>>;
  insurer: Texts<Omit<typeof insurer, 'productLines'>> & { readonly productLines: readonly string[] };
  creditor: Texts<typeof creditor>;
  mail: Texts<typeof mailDefaults>;
  legal: {
    readonly status: IntermediaryStatus;
    /** Day up to whose version a lawyer has confirmed the wordings, `YYYY-MM-DD`; null: none. */
    readonly wordingsConfirmed: string | null;
  };
};

/** The operator of a site without an operator file: every value is a placeholder. */
export const placeholders: Operator = {
  brand,
  company,
  insurer,
  creditor,
  mail: mailDefaults,
  legal: { status: 'tied_agent', wordingsConfirmed: null },
};
