import type { RoleName } from '@throughline/contracts/permissions'

/** The believable world: a services firm, a second firm beside it, an individual, and one of our own staff. */

export interface StoryMember {
  name: string
  role: RoleName
  team: string
  department?: string
}

export interface StoryFirm {
  name: string
  domain: string
  zone: string
  teams: Record<string, string>
  members: StoryMember[]
}

const of = (name: string, role: RoleName, team: string, department?: string): StoryMember => ({
  name,
  role,
  team,
  ...(department ? { department } : {}),
})

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
    of('Helena Vale', 'owner', LEGAL, 'Managing Partner'),
    of('Maya Okafor', 'admin', CLIENT, 'Operations Manager'),
    of('Tomas Vale', 'owner', FINANCE, 'Partner'),
    of('Jonas Weber', 'admin', LEGAL, 'General Counsel'),
    of('Priya Raman', 'manager', CLIENT, 'Client Director'),
    of('Theo Lindqvist', 'manager', FINANCE, 'Finance Manager'),
    of('Lena Hartmann', 'manager', COMPLIANCE, 'Head of Compliance'),
    of('Rafael Duarte', 'manager', LEGAL, 'Contracts Manager'),
    of('Ana Sousa', 'member', FINANCE, 'Accountant'),
    of('Elena Popescu', 'member', CLIENT, 'Account Manager'),
    of('Hanna Berg', 'member', FINANCE, 'Accountant'),
    of('Ines Carvalho', 'member', COMPLIANCE, 'Analyst'),
    of('Ivo Kovac', 'member', FINANCE, 'Payables'),
    of('Marcus Bell', 'member', FINANCE, 'Receivables'),
    of('Noor Haddad', 'member', CLIENT, 'Account Manager'),
    of('Sofia Marchetti', 'member', FINANCE, 'Controller'),
    of('Wei Chen', 'member', CLIENT, 'Coordinator'),
    of('Yara Nassar', 'member', LEGAL, 'Paralegal'),
    of('Beatriz Lund', 'member', CLIENT, 'Coordinator'),
    of('Kofi Mensah', 'member', CLIENT, 'Account Manager'),
    of('Daniel Marsh', 'member', COMPLIANCE, 'Analyst'),
    of('Farid Rahimi', 'viewer', CLIENT, 'Adviser'),
    of('Grace Adeyemi', 'viewer', COMPLIANCE, 'External auditor'),
    of('Oskar Nilsen', 'viewer', LEGAL, 'Adviser'),
  ],
}

export const NORTHGATE: StoryFirm = {
  name: 'Northgate Audit',
  domain: 'northgate.example',
  zone: 'Europe/London',
  teams: { 'Audit Delivery': 'Plans and runs the audits' },
  members: [
    of('Ruth Palmer', 'owner', 'Audit Delivery', 'Partner'),
    of('Callum Reid', 'admin', 'Audit Delivery', 'Audit Manager'),
    of('Amara Osei', 'member', 'Audit Delivery', 'Senior Auditor'),
  ],
}

export const INDIVIDUAL = { name: 'Sam Rivera', username: 'sam', email: 'sam@rivera.example' }
export const STAFF = { name: 'Ida Holm', username: 'ida', email: 'ida@throughline.example' }

/** maya for Maya Okafor; nobody in the story shares a first name. */
export const usernameOf = (name: string) => (name.split(' ')[0] ?? name).toLowerCase()
export const emailOf = (name: string, firm: StoryFirm) => `${name.toLowerCase().replaceAll(' ', '.')}@${firm.domain}`
