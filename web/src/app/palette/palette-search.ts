import { useQuery } from '@tanstack/react-query'
import type { SearchAnswer, SearchMatch } from '@throughline/contracts/search'
import { parseSearchQuery } from '@throughline/contracts/search-query'
import { MIN_BEGINNING, rangesIn } from '@throughline/contracts/search-words'
import { useDeferredValue, useEffect, useState } from 'react'
import { totalOf } from '../../areas/search/parts/total.ts'
import { searchQuery } from '../../areas/search/search.api.ts'
import { numberText } from '../../shared/format/count.ts'

const OF_EACH = 5
/** The server is asked when nothing was typed for so long. */
const PAUSE = 120

/** What was typed, once the person pauses. */
function useSettled(words: string): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), PAUSE)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}

type Named = { name: string; match: SearchMatch; key?: string; context?: string; prefix?: string }

const textOf = ({ name, match, key = '', context = '', prefix = '' }: Named) =>
  `${name}\n${key}\n${context}\n${prefix}\n${match.text}`

/** Of an answer to other words, what these words find too: the list always belongs to what is in the box. */
export function stillFound(answer: SearchAnswer, words: string): SearchAnswer {
  const terms = parseSearchQuery(words).terms.filter(({ isExcluded }) => !isExcluded)
  const fits = (hit: Named) => terms.every((term) => rangesIn(textOf(hit), [term]).length > 0)
  return {
    ...answer,
    tasks: answer.tasks.filter(fits),
    instances: answer.instances.filter(fits),
    workflows: answer.workflows.filter(fits),
    files: answer.files.filter(fits),
    more: answer.more.filter(fits),
  }
}

/** What the server finds; while it looks for newer words, what of its last answer still fits them. */
export function useServerSearch(words: string): { answer: SearchAnswer | undefined; isLooking: boolean } {
  const typed = useDeferredValue(words.trim())
  const settled = useSettled(words.trim())
  const { data, isPlaceholderData, isFetching } = useQuery(searchQuery(settled, OF_EACH))
  if (words.trim() === '') return { answer: undefined, isLooking: false }
  const isOlder = isPlaceholderData || settled !== typed
  const isLooking = settled !== words.trim() || (isFetching && (!data || isPlaceholderData))
  return { answer: data && isOlder ? stillFound(data, typed) : data, isLooking }
}

const MAX_HELP = 2

/** What help says about the words. Its texts are loaded with the first word that is typed. */
export function useHelpAbout(words: string) {
  const { data } = useQuery({
    queryKey: ['help-about', words],
    queryFn: async () => {
      const [{ helpAbout }, { TOPICS }] = await Promise.all([
        import('../../areas/help/search-help.ts'),
        import('../../areas/help/topics.ts'),
      ])
      return helpAbout(TOPICS, words).slice(0, MAX_HELP)
    },
    enabled: words.trim().length >= MIN_BEGINNING,
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}

/** How many there are in all, as far as they were counted. */
export function totalText({ counts }: SearchAnswer): string {
  const { n, more } = totalOf({ counts })
  return n === 0 ? '' : `${numberText(n)}${more ? '+' : ''}`
}
