import { invalid } from './errors.ts'

/** As the zone is spelled here. Names of zones alone: an offset says nothing about summers. */
export function requireTimeZone(zone: string): string {
  try {
    if (/^[a-z]/i.test(zone)) return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw invalid('This time zone doesn’t exist', [{ path: 'time_zone', message: 'not a time zone' }])
}
