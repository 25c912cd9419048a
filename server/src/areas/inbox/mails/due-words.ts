const DAY = 86_400_000

/** When something is due: a moment, and the day alone where no time of day was asked for. */
export interface Due {
  due: string | null
  due_day: string | null
}

export interface DueWords {
  /** Inside a sentence: "today 5:00 PM", "Nov 13". */
  short: string
  /** On its own: "Today, 5:00 PM", "Friday, November 13, 2026". */
  long: string
  overdue: boolean
}

const inZone = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...options })
const dayName = (zone: string, at: Date) => inZone(zone, { dateStyle: 'short' }).format(at)

/** As somebody in this zone says it now; null where nothing is due. */
export function dueWords(timeZone: string, now: Date, { due, due_day }: Due): DueWords | null {
  if (!due) return null
  // A day has no zone of its own: it is the same day wherever it is read.
  const [zone, moment] = due_day ? ['UTC', new Date(`${due_day}T12:00:00Z`)] : [timeZone, new Date(due)]
  const named = dayName(zone, moment)
  const relative = [
    { at: now, word: 'today' },
    { at: new Date(now.getTime() + DAY), word: 'tomorrow' },
    { at: new Date(now.getTime() - DAY), word: 'yesterday' },
  ].find(({ at }) => dayName(timeZone, at) === named)?.word
  const time = due_day ? '' : inZone(zone, { timeStyle: 'short' }).format(moment)
  const short = [relative ?? inZone(zone, { month: 'short', day: 'numeric' }).format(moment), time]
  const long = [
    relative
      ? relative.charAt(0).toUpperCase() + relative.slice(1)
      : inZone(zone, { dateStyle: 'full' }).format(moment),
    time,
  ]
  const said = (parts: string[], between: string) => parts.filter((part) => part !== '').join(between)
  return { short: said(short, ' '), long: said(long, ', '), overdue: new Date(due) < now }
}
