import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useState } from 'react'
import { type Mentionable, mentionableQuery, type NamedAmong } from '../comments.api.ts'
import { type Draft, nameAt } from './mentions.ts'

const NOBODY: Mentionable[] = []

const matches = (name: string, search: string) => name.toLowerCase().includes(search.toLowerCase())

/** Whom the words at the cursor may mean, and the keys that choose among them. */
export function useMentions(among: NamedAmong, draft: Draft, cursor: number, onPick: (person: Mentionable) => void) {
  const asked = nameAt(draft, cursor)
  const search = useDeferredValue(asked?.search ?? '')
  const [closedAt, setClosedAt] = useState<number>()
  const [chosen, setChosen] = useState({ search, place: 0 })
  const open = asked !== undefined && closedAt !== asked.from
  const {
    data: found = NOBODY,
    isSuccess,
    isPlaceholderData,
  } = useQuery({
    ...mentionableQuery(among, search),
    enabled: open,
  })
  // Until the answer is there the last one stands in, without those whom the words no longer mean.
  const isOld = isPlaceholderData || search !== asked?.search
  const data = isOld ? found.filter(({ name }) => matches(name, asked?.search ?? '')) : found
  const shown = open && isSuccess
  const active = Math.min(chosen.search === search ? chosen.place : 0, Math.max(0, data.length - 1))

  /** Whether the key was meant for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!shown) return false
    const person = data[active]
    if (event.key === 'Escape') setClosedAt(asked.from)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : data.length - 1
      setChosen({ search, place: data.length === 0 ? 0 : (active + by) % data.length })
    } else if ((event.key === 'Enter' || event.key === 'Tab') && person && !event.metaKey && !event.ctrlKey)
      onPick(person)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { shown, people: data, active, onKey }
}
