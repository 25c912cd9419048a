import { Organization } from '@throughline/contracts/org'

const ORG = '0198f3a0-0000-7000-8000-000000000002'

export const organization = (differences: Partial<Organization> = {}): Organization =>
  Organization.parse({
    id: ORG,
    name: 'Harbor & Vale',
    industry: 'Finance',
    size: '50-100',
    website: 'https://harborvale.example',
    description: 'Accounting and legal operations',
    address: 'Wijnhaven 3, Rotterdam',
    contact_email: 'hello@harborvale.example',
    phone: '+31 10 555 0142',
    logo_url: null,
    time_zone: 'Europe/Lisbon',
    week_start: 1,
    working_days: [{ day: 1, from: '09:00', to: '17:30' }],
    holidays: [],
    require_two_factors: false,
    with_two_factors: 22,
    admins_see_all: false,
    managers_publish: false,
    managers_override: false,
    managers_delete: false,
    version: 4,
    ...differences,
  })
