import { hourOf } from '../../shared/format/time.ts'
import { spec } from './home.texts.ts'

/** Morning before 12, afternoon before 18, in the workspace's time zone. */
export function greetingAt(now: Date, timeZone: string): string {
  const hour = hourOf(now, timeZone)
  if (hour < 12) return spec.morning
  return hour < 18 ? spec.afternoon : spec.evening
}

export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name
