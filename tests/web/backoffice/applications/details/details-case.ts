/** A complete application, and one without any data set. */
import type { ApplicationDetails } from '#domain/applications/staff';
import type { setDocument } from '#tests/support/dom';
import type { DetailTab } from '#web/backoffice/applications/details/DataTabs.tsx';
import { mail } from '../../listed';
import { detailsCall, type Reply, show } from '../../scripted-screen';

export const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const ids = { id: 'x', applicationId: id };
const person = {
  salutation: 'mrs' as const,
  firstName: '<i>Johanna</i>',
  lastName: 'Sommer',
  email: 'johanna.sommer@mail.example',
  phone: '0341 9627 100',
};
export const whole: ApplicationDetails = {
  application: {
    id,
    currentStep: 6,
    completed: true,
    createdAt: '2026-03-04T09:00:00Z',
    lastUpdated: '2026-03-05T10:15:00Z',
  },
  horseData: {
    ...ids,
    insuranceStartDate: '2026-04-01',
    horseName: 'Donna Clara',
    birthDate: '2009-03-02',
    gender: 'mare',
    chipNumber: null,
    requirementsConsent: true,
  },
  contactData: { ...ids, ...person, dataProcessingConsent: true },
  tariffSelection: {
    ...ids,
    tariff: 'premium',
    selfParticipation: 250,
    paymentFrequency: 'semiannual',
    monthlyPremium: 1076.85,
    annualPremium: 12922.2,
  },
  policyholderInfo: {
    ...ids,
    ...person,
    birthDate: '1984-09-30',
    street: 'Lindenallee',
    houseNumber: '12a',
    zipCode: '14193',
    city: 'Berlin',
    differentPolicyholder: true,
  },
  sepaMandate: {
    ...ids,
    accountHolder: 'Johanna Sommer',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    bankName: 'Commerzbank',
    mandateAccepted: true,
    mandateReference: 'SF-0001',
    creditorName: 'Linde & Sohn GmbH',
    creditorId: 'DE98ZZZ09999999999',
  },
  emailLogs: [
    {
      ...mail,
      emailType: 'reminder_first',
      recipientEmail: person.email,
      subject: 'Ihr Antrag wartet',
      sentAt: '2026-03-05T11:00:00Z',
      successful: false,
      status: 'failed',
      errorMessage: '550 Mailbox unavailable',
      applicationId: id,
    },
  ],
  duplicates: [],
  adviceWaiver: false,
  adviceOwed: false,
  restricted: false,
  source: 'website',
  adviceRecord: null,
  withdrawalStands: false,
  case: null,
  confirmationPolicy: 'flag',
  prepared: null,
};
export const bare: ApplicationDetails = {
  ...whole,
  application: { ...whole.application, currentStep: 1, completed: false },
  horseData: null,
  contactData: null,
  tariffSelection: null,
  policyholderInfo: null,
  sepaMandate: null,
  emailLogs: [],
};
const address = `/backoffice/applications/${id}`;

type Stage = ReturnType<typeof setDocument>;
type Options = { tab?: DetailTab; more?: Record<string, Reply> };

/** Opens the details of the application. `more` holds the replies to further calls. */
export async function openDetails(stage: Stage, details: Reply, { tab, more = {} }: Options = {}) {
  const replies = { [detailsCall(id)]: details, ...more };
  return await show(stage, tab ? `${address}?tab=${tab}` : address, { replies });
}
