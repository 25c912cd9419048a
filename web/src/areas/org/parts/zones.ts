import { offsetOf } from '../../../shared/format/moments.ts'

const readable = (zone: string) => zone.replaceAll('_', ' ')

/** "Europe/Amsterdam (UTC+1)". */
export const zoneLabel = (zone: string, now = new Date()): string => `${readable(zone)} (${offsetOf(zone, now)})`

/** Every zone the browser knows, and the present one where it does not know that. */
export function zoneOptions(present: string, now = new Date()) {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  const zones = known.includes(present) ? known : [present, ...known]
  return zones.map((value) => ({ value, label: zoneLabel(value, now) }))
}
