const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayWord = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** Today by the hour, else the date. */
export function whenText(instant: string, now = new Date()): string {
  const at = new Date(instant)
  if (at.toDateString() !== now.toDateString()) return day.format(at)
  const today = dayWord.format(0, 'day')
  return `${today.charAt(0).toUpperCase()}${today.slice(1)}, ${time.format(at)}`
}
