const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** "Fri, Dec 25, 2026"; several days as "Thu, Jan 14 – Fri, Jan 15, 2027". */
export function holidayDates({ from, to }: { from: string; to: string }): string {
  if (from === to) return day.format(new Date(from))
  // The formatter sets thin spaces round the dash; the product's other texts have plain ones.
  return day.formatRange(new Date(from), new Date(to)).replaceAll(/\s/g, ' ')
}

/** "Mar 3, 2026": a day as it is, a moment in the organisation's zone. */
export function shortDate(value: string, timeZone: string): string {
  const zone = value.includes('T') ? timeZone : 'UTC'
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: zone }).format(new Date(value))
}

/** "2026-11-15" there now. */
export const todayIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
