import { type MarkedTerm, runsOf } from './search-words.ts'

/** Longer searches are refused. */
export const MAX_QUERY = 500
/** Further words of a search are left out, and further filters; the page says so. */
export const MAX_TERMS = 16

export const FILTER_KEYS = ['is', 'from', 'in', 'type', 'client', 'before', 'after', 'due'] as const
export type FilterKey = (typeof FILTER_KEYS)[number]

export const IS_VALUES = ['open', 'done', 'overdue', 'mine', 'unassigned', 'failed', 'cancelled'] as const
export type IsValue = (typeof IS_VALUES)[number]

export interface SearchTerm extends MarkedTerm {
  /** As it was typed, without quotes and minus. */
  text: string
  isExcluded: boolean
}

/** `key:value` inside a search, and where it stands there: a chip is taken away by cutting it out. */
export interface SearchFilter {
  key: FilterKey
  value: string
  start: number
  end: number
}

export interface SearchQuery {
  terms: readonly SearchTerm[]
  filters: readonly SearchFilter[]
  /** There were more words or filters than count. */
  isCut: boolean
}

/** A filter with its value, quoted or not; a phrase; or whatever stands between blanks. */
const PART = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))?/giu

const isFilterKey = (key: string): key is FilterKey => FILTER_KEYS.some((known) => known === key)

/** Typed with a minus before it: what must not be found. */
function termOf(text: string, isPhrase: boolean, isExcluded: boolean): SearchTerm[] {
  const runs = [...runsOf(text)]
  const words = runs.flatMap((run) => run.words.map(({ forms }) => forms))
  if (words.length === 0) return []
  const plain = words.map((forms) => forms[0] ?? '').join('')
  const joined = runs.length === 1 && words.length > 1 ? plain.slice(0, 64) : undefined
  return [{ text, words, joined, isPhrase, isBeginning: false, isExcluded }]
}

/** Reads what was typed. It never fails: what is no filter is a word. */
export function parseSearchQuery(typed: string): SearchQuery {
  const terms: SearchTerm[] = []
  const filters: SearchFilter[] = []
  for (const match of typed.matchAll(PART)) {
    const [whole, minus, name, quoted, bare = ''] = match
    const key = name?.toLowerCase()
    const value = (quoted ?? bare).trim()
    if (key !== undefined && isFilterKey(key) && minus === '') {
      if (value !== '') filters.push({ key, value, start: match.index, end: match.index + whole.length })
    } else if (quoted === undefined) {
      // An unknown key is a word like any other: `re:invoice`.
      const text = name === undefined ? bare : `${name}:${bare}`
      terms.push(...termOf(text, false, minus === '-'))
    } else {
      if (name !== undefined) terms.push(...termOf(name, false, false))
      terms.push(...termOf(quoted, true, minus === '-'))
    }
  }
  const last = terms.at(-1)
  if (last && !last.isPhrase && !last.isExcluded) last.isBeginning = true
  const isCut = terms.length > MAX_TERMS || filters.length > MAX_TERMS
  return { terms: terms.slice(0, MAX_TERMS), filters: filters.slice(0, MAX_TERMS), isCut }
}

/** The search without one of its filters, as the page writes it back when a chip is taken away. */
export const withoutFilter = (typed: string, { start, end }: SearchFilter): string =>
  `${typed.slice(0, start)} ${typed.slice(end)}`.replaceAll(/\s+/g, ' ').trim()

/** Days from and up to, both inclusive, as YYYY-MM-DD. */
export interface DayRange {
  from: string
  to: string
}

const dayText = (date: Date) => date.toISOString().slice(0, 10)
const moved = (day: string, by: number) => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + by)
  return dayText(date)
}

const NAMED_DAYS = new Map<string, (today: string) => DayRange>([
  ['today', (today) => ({ from: today, to: today })],
  ['yesterday', (today) => ({ from: moved(today, -1), to: moved(today, -1) })],
  ['tomorrow', (today) => ({ from: moved(today, 1), to: moved(today, 1) })],
  ['week', (today) => ({ from: today, to: moved(today, 6) })],
])

/** Which days a date filter names: a day, a month, a year or a word; undefined where it names none. */
export function dayRangeOf(value: string, today: string): DayRange | undefined {
  const named = NAMED_DAYS.get(value.toLowerCase())
  if (named) return named(today)
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value) ?? []
  if (year === undefined || Number(year) < 1900) return undefined
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` }
  const first = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)))
  if (first.getUTCMonth() !== Number(month) - 1) return undefined
  if (day !== undefined) return { from: dayText(first), to: dayText(first) }
  return { from: dayText(first), to: dayText(new Date(Date.UTC(Number(year), Number(month), 0))) }
}
