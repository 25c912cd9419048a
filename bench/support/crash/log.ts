import type { Verdict } from './judge.ts'
import type { Story } from './run.ts'

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2)

/** One line for each strike: what was under way at that moment, and when things went on. */
export function logOf({ began }: Story, { hits }: Verdict): string[] {
  return hits.map((hit, index) => {
    const met = `${hit.requests} requests, ${hit.rows} outbox rows, ${hit.owed} mails owed`
    const after = hit.inFlight
      ? `; next mail after ${seconds(hit.nextMail)} s, all after ${seconds(hit.allMails)} s`
      : ''
    return `${index + 1}. ${seconds(hit.at - began)} s ${hit.part} ${hit.signal}: ${met}${after}`
  })
}
