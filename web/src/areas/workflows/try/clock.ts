const zone = { timeZone: 'UTC' } as const
const moment = new Intl.DateTimeFormat('en-US', {
  ...zone,
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const day = new Intl.DateTimeFormat('en-US', { ...zone, month: 'short', day: 'numeric' })
const date = new Intl.DateTimeFormat('en-US', { ...zone, dateStyle: 'medium' })

/** The trial's own clock: it begins with what the wall clock shows here, and knows no zones. */
export function wallClock(now = new Date()): number {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours(), now.getMinutes())
}

export const momentText = (at: number): string => moment.format(at)
export const dayText = (at: number): string => day.format(at)
export const dateText = (at: number): string => date.format(at)
