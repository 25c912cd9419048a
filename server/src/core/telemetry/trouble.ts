import type { Logger } from 'pino'

export interface Trouble {
  readonly began: (err: unknown) => void
  readonly ended: () => void
}

/** Says once that something stopped working and once that it works again, however often it is tried in between. */
export function createTrouble(log: Logger, words: { began: string; ended: string }): Trouble {
  let troubled = false
  return {
    began: (err) => {
      if (!troubled) log.warn({ err }, words.began)
      troubled = true
    },
    ended: () => {
      if (troubled) log.info(words.ended)
      troubled = false
    },
  }
}
