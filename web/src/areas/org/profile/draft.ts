import { EmailAddress } from '@throughline/contracts/email-address'
import { INDUSTRIES, ORG_SIZES, ORG_TEXTS, type Organization, WEEKDAYS } from '@throughline/contracts/org'
import { spec, texts } from '../org.texts.ts'
import { texts as time } from './time.texts.ts'

export type Profile = Pick<
  Organization,
  'name' | 'industry' | 'size' | 'website' | 'description' | 'address' | 'contact_email' | 'phone'
>
/** Of an organisation that is being made: what kind it is has to be chosen. */
export type NewProfile = Omit<Profile, 'industry' | 'size'> & {
  industry: Profile['industry'] | null
  size: Profile['size'] | null
}
export type Calendar = Pick<Organization, 'time_zone' | 'week_start' | 'working_days' | 'holidays'>

/** What the form holds; saved together. */
export type Draft = Profile & Calendar
export type TextField = Exclude<keyof Profile, 'industry' | 'size'>
/** By the field's name; a day as `working_days.1`, a holiday as `holidays.0.name`. */
export type Errors = Partial<Record<string, string>>

export const EMPTY_PROFILE: NewProfile = {
  name: '',
  industry: null,
  size: null,
  website: '',
  description: '',
  address: '',
  contact_email: '',
  phone: '',
}

const FIELDS = [
  'name',
  'industry',
  'size',
  'website',
  'contact_email',
  'phone',
  'address',
  'description',
  'time_zone',
  'week_start',
  'working_days',
  'holidays',
] as const satisfies readonly (keyof Draft)[]

export const industries = INDUSTRIES.map((value) => ({ value, label: spec.industries[value] }))
export const sizes = ORG_SIZES.map((value) => ({ value, label: spec.sizes[value] }))

/** The seven days in the order in which the organisation's week runs. */
export const daysFrom = (start: Organization['week_start']) => [
  ...WEEKDAYS.slice(start - 1),
  ...WEEKDAYS.slice(0, start - 1),
]

export const dayName = (day: number) => time.full[day - 1] ?? ''

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function profileOf({ name, industry, size, website, description, address, contact_email, phone }: Profile): Profile {
  return { name, industry, size, website, description, address, contact_email, phone }
}

export function draftOf(organization: Organization): Draft {
  const { time_zone, week_start, working_days, holidays } = organization
  return { ...profileOf(organization), time_zone, week_start, working_days, holidays }
}

export const sameDraft = (one: Draft, other: Draft) => FIELDS.every((field) => same(one[field], other[field]))

/** What the person changed stays; everything else becomes what it is now. */
export function rebase(before: Draft, draft: Draft, now: Draft): Draft {
  const kept = FIELDS.filter((field) => !same(before[field], draft[field])).map((field) => [field, draft[field]])
  return { ...now, ...Object.fromEntries(kept) }
}

/** As people write it: `example.com` is a page too. */
export function withScheme(website: string): string {
  const text = website.trim()
  return text === '' || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
}

const isWebsite = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

const RULES: Record<TextField, (text: string) => boolean> = {
  name: (text) => text !== '' && text.length <= ORG_TEXTS.name,
  website: (text) =>
    text === '' || (text.length <= ORG_TEXTS.website - 'https://'.length && isWebsite(withScheme(text))),
  contact_email: (text) => text === '' || EmailAddress.safeParse(text).success,
  phone: (text) => text.length <= ORG_TEXTS.phone,
  address: (text) => text.length <= ORG_TEXTS.address,
  description: (text) => text.length <= ORG_TEXTS.description,
}
const TEXT_FIELDS = ['name', 'website', 'contact_email', 'phone', 'address', 'description'] as const

/** What the call would refuse, in our words. */
export function checkProfile(values: NewProfile): Errors {
  const wrong = [
    ...TEXT_FIELDS.filter((name) => !RULES[name](values[name].trim())),
    ...(['industry', 'size'] as const).filter((name) => values[name] === null),
  ]
  return Object.fromEntries(wrong.map((name) => [name, texts.problems[name]]))
}

function holidayProblem({ name, from, to }: Draft['holidays'][number]): [string, string] | undefined {
  if (!name.trim()) return ['name', texts.problems.holidayName]
  if (!from || !to) return [from ? 'to' : 'from', texts.problems.holidayDates]
  return to < from ? ['to', texts.problems.holidayOrder] : undefined
}

function checkCalendar({ working_days, holidays }: Draft): Errors {
  const errors: Errors = {}
  for (const { day, from, to } of working_days)
    if (to <= from) errors[`working_days.${day}`] = texts.problems.hours(dayName(day))
  for (const [index, holiday] of holidays.entries()) {
    const problem = holidayProblem(holiday)
    if (problem) errors[`holidays.${index}.${problem[0]}`] = problem[1]
  }
  return errors
}

/** As it is sent: working days in the week's order, holidays in the year's. */
export const tidy = (draft: Draft): Draft => ({
  ...draft,
  website: withScheme(draft.website),
  working_days: draft.working_days.toSorted((a, b) => a.day - b.day),
  holidays: draft.holidays
    .map((holiday) => ({ ...holiday, name: holiday.name.trim() }))
    .toSorted((a, b) => a.from.localeCompare(b.from)),
})

export const checkDraft = (draft: Draft): Errors => ({
  ...checkProfile(profileOf(draft)),
  ...checkCalendar(draft),
})
