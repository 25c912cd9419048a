import { spec } from './home.texts.ts'

/** Morning before 12, afternoon before 18, in the workspace's time zone. */
export function greetingAt(now: Date, timeZone: string): string {
  const hour = Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now))
  if (hour < 12) return spec.morning
  return hour < 18 ? spec.afternoon : spec.evening
}

export const longDate = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone,
  }).format(now)

export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name
