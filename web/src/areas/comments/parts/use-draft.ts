import { useCallback, useState } from 'react'
import { type Draft, EMPTY } from './mentions.ts'

/** Half-written comments of this visit: whoever looks at another tab or task finds theirs again. */
const kept = new Map<string, Draft>()

export function useDraft(place: string) {
  const [state, setState] = useState({ place, draft: kept.get(place) ?? EMPTY })
  const draft = state.place === place ? state.draft : (kept.get(place) ?? EMPTY)
  const setDraft = useCallback(
    (change: Draft | ((before: Draft) => Draft)) => {
      const next = typeof change === 'function' ? change(kept.get(place) ?? EMPTY) : change
      if (next.text === '') kept.delete(place)
      else kept.set(place, next)
      setState({ place, draft: next })
    },
    [place],
  )
  return [draft, setDraft] as const
}
