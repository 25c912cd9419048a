const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** "three", "3" or "a". */
export function numberOf(word: string): number | undefined {
  const text = word.toLowerCase().replaceAll(/[,'’\s]/g, '')
  if (/^(a|an)$/.test(text)) return 1
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  const at = NUMBERS.indexOf(text)
  return at === -1 ? undefined : at
}

export const COUNT = `(?:\\d+|an?|${NUMBERS.slice(1).join('|')}|(?:a )?couple of)`
/** A span of time as people write it. */
export const SPAN = `(${COUNT})[ -]+((?:business|working|work)[ -])?(minute|hour|day|week|month|year)s?`

/** More is a slip of the pen. */
const MAX_COUNT = 999
const MAX_DAYS = 9999
const UNITS = { minute: 'm', hour: 'h', day: 'd', week: 'w' }
const WORKING_DAYS_OF_A_WEEK = 5

/** The language's own writing of a span that `SPAN` found. */
export function durationOf(count: string, business: string | undefined, unit: string): string {
  const said = /couple/i.test(count) ? 2 : (numberOf(count) ?? 1)
  const times = Math.min(Math.max(said, 1), MAX_COUNT)
  const name = unit.toLowerCase()
  if (name === 'month') return `${Math.min(times * 30, MAX_DAYS)}d`
  if (name === 'year') return `${Math.min(times * 365, MAX_DAYS)}d`
  if (business) return `${name === 'week' ? times * WORKING_DAYS_OF_A_WEEK : times}bd`
  return name === 'minute' || name === 'hour' || name === 'day' || name === 'week'
    ? `${times}${UNITS[name]}`
    : `${times}d`
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What an id or a variable is made of. */
export const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40)
    .replace(/_+$/, '')

/** What a variable can be called. */
export function variableName(text: string): string {
  const name = slug(text)
  return /^[a-z]/.test(name) ? name : `the_${name || 'answer'}`
}

/** `wanted`, or with the first number that makes it new. */
export function fresh(wanted: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}_${n}`
    if (!taken.has(name)) return name
  }
}

/** An amount as people write it, with or without a currency: 1,000 · €5000 · 2.5k. */
export const AMOUNT =
  "(?:[$€£]|usd|eur|gbp|chf)?\\s*(\\d[\\d,.’']*)\\s*(k|thousand|million|m)?\\b\\s*(?:[$€£]|dollars?|euros?|pounds?|usd|eur|gbp|chf)?"

export function amountOf(digits: string, scale: string | undefined): number {
  const plain = digits.replaceAll(/[,’'](?=\d{3})/g, '').replace(/[,.]$/, '')
  const times = /^(k|thousand)$/i.test(scale ?? '') ? 1000 : /^m/i.test(scale ?? '') ? 1_000_000 : 1
  return Number(plain.replace(',', '.')) * times
}

export const shownAmount = (amount: number): string => amount.toLocaleString('en-US')
