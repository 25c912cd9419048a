/** Days and clock times by arithmetic alone: no zone data, no clock of the machine. */
export const dayMs = 86_400_000

/** Days since 1970-01-01 of a day in the Gregorian calendar. */
function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** `2026-03-01` for the day that holds this moment in UTC. */
export function isoDay(ms: number): string {
  const shifted = Math.floor(ms / dayMs) + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

const pad = (value: number, width: number) => String(value).padStart(width, '0')

/** `2026-03-01T09:30:00.000Z`. */
export function isoInstant(ms: number): string {
  const rest = ms - Math.floor(ms / dayMs) * dayMs
  const [hours, minutes, seconds] = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60, rest / 1000]
  const clock = `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(Math.floor(seconds) % 60, 2)}`
  return `${isoDay(ms)}T${clock}.${pad(Math.floor(rest % 1000), 3)}Z`
}

const dayShape = /^(\d{4})-(\d{2})-(\d{2})$/
const instantShape = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})$/

/** Midnight UTC of the day, or undefined if there is no such day. */
export function parseDay(text: string): number | undefined {
  const parts = dayShape.exec(text)
  if (!parts) return undefined
  const ms = dayNumber(Number(parts[1]), Number(parts[2]), Number(parts[3])) * dayMs
  return isoDay(ms) === text ? ms : undefined
}

export function parseInstant(text: string): number | undefined {
  const parts = instantShape.exec(text)
  if (!parts) return undefined
  const [, day = '', hours, minutes, seconds = '0', fraction = '0', zone = 'Z'] = parts
  const midnight = parseDay(day)
  if (midnight === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const offset = zone === 'Z' ? 0 : Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))
  const clock = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  const ms = Math.floor(Number(`0.${fraction}`) * 1000 + 1e-6)
  return midnight + clock * 1000 + ms - (zone.startsWith('-') ? -offset : offset) * 60_000
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(ms: number): number {
  const days = Math.floor(ms / dayMs)
  return ((((days + 3) % 7) + 7) % 7) + 1
}
