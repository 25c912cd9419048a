import type { RoleName } from '@throughline/contracts/permissions'
import type { OrganizationChange } from '../src/areas/org/organization.queries.ts'

/** The believable world: a services firm, a second firm beside it, an individual, and one of our own staff. */

export interface StoryMember {
  name: string
  role: RoleName
  /** The primary one first. */
  teams: readonly string[]
  /** Where it is not the firm's. */
  email?: string
  /** Invited, with so many days left for the link; a negative number says since when it has been dead. */
  invited?: number
  suspended?: true
}

export interface StoryFirm {
  name: string
  domain: string
  zone: string
  profile?: OrganizationChange
  teams: Record<string, string>
  members: StoryMember[]
}

const of = (name: string, role: RoleName, teams: readonly string[], more: Partial<StoryMember> = {}): StoryMember => ({
  name,
  role,
  teams,
  ...more,
})

const CLIENT = 'Client Services'
const FINANCE = 'Finance Operations'
const LEGAL = 'Legal and Contracts'
const COMPLIANCE = 'Compliance'
const PEOPLE = 'People and IT'
const PARTNERS = 'Partners'

const hours = (day: number, to: string) => ({ day, from: '09:00', to })
const holiday = (name: string, from: string, to = from) => ({ name, from, to })

export const HARBOR_VALE: StoryFirm = {
  name: 'Harbor & Vale',
  domain: 'harborvale.example',
  zone: 'Europe/Amsterdam',
  profile: {
    industry: 'Finance',
    size: '50-100',
    website: 'https://harborvale.example',
    description:
      'Accounting and legal operations for growing companies in the Netherlands and the Nordics. We close the books, draft the contracts and keep the regulator calm.',
    address: 'Wijnhaven 3, 3011 WG Rotterdam, Netherlands',
    contact_email: 'hello@harborvale.example',
    phone: '+31 10 555 0142',
    week_start: 1,
    working_days: JSON.stringify([1, 2, 3, 4, 5].map((day) => hours(day, day === 5 ? '16:00' : '17:30'))),
    holidays: JSON.stringify([
      holiday('Christmas Day', '2026-12-25'),
      holiday('Second Christmas Day', '2026-12-26'),
      holiday('New Year’s Day', '2027-01-01'),
      holiday('Partner retreat', '2027-01-14', '2027-01-15'),
      holiday('Easter Monday', '2027-03-29'),
      holiday('King’s Day', '2027-04-27'),
    ]),
  },
  teams: {
    [CLIENT]: 'First contact, onboarding and everything a client asks for.',
    [FINANCE]: 'Invoices, payments and the monthly close.',
    [LEGAL]: 'Reviews, redlines and signatures.',
    [COMPLIANCE]: 'Identity checks, audits and evidence.',
    [PEOPLE]: 'Joiners, leavers, laptops and accounts.',
    [PARTNERS]: '',
  },
  members: [
    of('Helena Vale', 'owner', [PARTNERS, COMPLIANCE]),
    of('Maya Okafor', 'admin', [CLIENT, LEGAL, PEOPLE]),
    of('Tomas Vale', 'owner', [PARTNERS]),
    of('Jonas Weber', 'admin', [LEGAL]),
    of('Priya Raman', 'manager', [CLIENT]),
    of('Theo Lindqvist', 'manager', [FINANCE]),
    of('Lena Hartmann', 'manager', [COMPLIANCE, CLIENT]),
    of('Rafael Duarte', 'member', [LEGAL]),
    of('Ana Sousa', 'member', [FINANCE]),
    of('Elena Popescu', 'member', [CLIENT]),
    of('Hanna Berg', 'member', [FINANCE]),
    of('Ines Carvalho', 'member', [COMPLIANCE]),
    of('Ivo Kovac', 'member', [FINANCE]),
    of('Marcus Bell', 'member', [FINANCE]),
    of('Noor Haddad', 'member', [CLIENT]),
    of('Sofia Marchetti', 'member', [FINANCE]),
    of('Wei Chen', 'member', [PEOPLE]),
    of('Yara Nassar', 'member', [LEGAL]),
    of('Beatriz Lund', 'member', [CLIENT], { invited: 6 }),
    of('Kofi Mensah', 'member', [CLIENT], { invited: 1 }),
    of('Daniel Marsh', 'member', [CLIENT], { suspended: true }),
    of('Farid Rahimi', 'viewer', [CLIENT]),
    of('Grace Adeyemi', 'viewer', []),
    of('Oskar Nilsen', 'viewer', [], { invited: -2, email: 'oskar@nilsen-advisory.example' }),
  ],
}

export const NORTHGATE: StoryFirm = {
  name: 'Northgate Audit',
  domain: 'northgate.example',
  zone: 'Europe/London',
  teams: { 'Audit Delivery': 'Plans and runs the audits' },
  members: [
    of('Ruth Palmer', 'owner', ['Audit Delivery']),
    of('Callum Reid', 'admin', ['Audit Delivery']),
    of('Amara Osei', 'member', ['Audit Delivery']),
  ],
}

export const INDIVIDUAL = { name: 'Sam Rivera', username: 'sam', email: 'sam@rivera.example' }
export const STAFF = { name: 'Ida Holm', username: 'ida', email: 'ida@throughline.example' }

/** maya for Maya Okafor; nobody in the story shares a first name. */
export const usernameOf = (name: string) => (name.split(' ')[0] ?? name).toLowerCase()
export const emailOf = ({ name, email }: StoryMember, firm: StoryFirm) =>
  email ?? `${name.toLowerCase().replaceAll(' ', '.')}@${firm.domain}`
