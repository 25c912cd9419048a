import type { RoleName } from '@throughline/contracts/permissions'

/** The believable world: a services firm, a second firm beside it, an individual, and one of our own staff. */

export interface StoryMember {
  name: string
  role: RoleName
  /** Also the department they belong to. */
  team: string
}

export interface StoryFirm {
  name: string
  domain: string
  zone: string
  teams: Record<string, string>
  members: StoryMember[]
}

const of = (name: string, role: RoleName, team: string): StoryMember => ({ name, role, team })

const CLIENT = 'Client Services'
const FINANCE = 'Finance Operations'
const LEGAL = 'Legal and Contracts'
const COMPLIANCE = 'Compliance'

export const HARBOR_VALE: StoryFirm = {
  name: 'Harbor & Vale',
  domain: 'harborvale.example',
  zone: 'Europe/Lisbon',
  teams: {
    [CLIENT]: 'Onboards clients and keeps their cases moving',
    [FINANCE]: 'Invoices, expenses and the monthly close',
    [LEGAL]: 'Engagement letters, contracts and their redlines',
    [COMPLIANCE]: 'Know your client, reviews and evidence',
  },
  members: [
    of('Helena Vale', 'owner', LEGAL),
    of('Maya Okafor', 'admin', CLIENT),
    of('Tomas Vale', 'owner', FINANCE),
    of('Jonas Weber', 'admin', LEGAL),
    of('Priya Raman', 'manager', CLIENT),
    of('Theo Lindqvist', 'manager', FINANCE),
    of('Lena Hartmann', 'manager', COMPLIANCE),
    of('Rafael Duarte', 'manager', LEGAL),
    of('Ana Sousa', 'member', FINANCE),
    of('Elena Popescu', 'member', CLIENT),
    of('Hanna Berg', 'member', FINANCE),
    of('Ines Carvalho', 'member', COMPLIANCE),
    of('Ivo Kovac', 'member', FINANCE),
    of('Marcus Bell', 'member', FINANCE),
    of('Noor Haddad', 'member', CLIENT),
    of('Sofia Marchetti', 'member', FINANCE),
    of('Wei Chen', 'member', CLIENT),
    of('Yara Nassar', 'member', LEGAL),
    of('Beatriz Lund', 'member', CLIENT),
    of('Kofi Mensah', 'member', CLIENT),
    of('Daniel Marsh', 'member', COMPLIANCE),
    of('Farid Rahimi', 'viewer', CLIENT),
    of('Grace Adeyemi', 'viewer', COMPLIANCE),
    of('Oskar Nilsen', 'viewer', LEGAL),
  ],
}

export const NORTHGATE: StoryFirm = {
  name: 'Northgate Audit',
  domain: 'northgate.example',
  zone: 'Europe/London',
  teams: { 'Audit Delivery': 'Plans and runs the audits' },
  members: [
    of('Ruth Palmer', 'owner', 'Audit Delivery'),
    of('Callum Reid', 'admin', 'Audit Delivery'),
    of('Amara Osei', 'member', 'Audit Delivery'),
  ],
}

export const INDIVIDUAL = { name: 'Sam Rivera', username: 'sam', email: 'sam@rivera.example' }
export const STAFF = { name: 'Ida Holm', username: 'ida', email: 'ida@throughline.example' }

/** maya for Maya Okafor; nobody in the story shares a first name. */
export const usernameOf = (name: string) => (name.split(' ')[0] ?? name).toLowerCase()
export const emailOf = (name: string, firm: StoryFirm) => `${name.toLowerCase().replaceAll(' ', '.')}@${firm.domain}`
