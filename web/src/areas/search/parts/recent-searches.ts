import { readStored, writeStored } from '../../../ui/stored.ts'
import { RECENT_SEARCHES } from '../recent-key.ts'

const MOST = 8

/** What was searched for in this browser, newest first. It goes with log-out. */
export function recentSearches(): string[] {
  const stored = readStored(RECENT_SEARCHES)
  return stored ? stored.split('\n').slice(0, MOST) : []
}

const keep = (searches: readonly string[]) => writeStored(RECENT_SEARCHES, searches.join('\n'))

export function forgetSearch(words: string): string[] {
  const others = recentSearches().filter((one) => one !== words)
  keep(others)
  return others
}

export function rememberSearch(words: string) {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return
  const others = recentSearches().filter((one) => one.toLowerCase() !== line.toLowerCase())
  keep([line, ...others].slice(0, MOST))
}
