/** As the person's own clock shows it. */
export const momentOf = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(at))

/** The same with the clock that is meant. */
export const placedMoment = (at: string, timeZone: string): string => `${momentOf(at, timeZone)} (${timeZone})`
