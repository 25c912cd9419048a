import type { WebsiteContent } from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
import { useReducer } from 'react'
import { contentOf } from './model.ts'

interface SiteState {
  content: WebsiteContent
  /** As the server has it; null while the website was never saved. */
  website: Website | null
  /** What the draft is compared with to know whether it is saved. */
  saved: WebsiteContent | null
  past: WebsiteContent[]
  future: WebsiteContent[]
  /** One step back takes all letters typed into one field. */
  typing: string | undefined
}

type SiteAct =
  | { type: 'edit'; content: WebsiteContent; typing?: string }
  | { type: 'undo' | 'redo' | 'revert' }
  | { type: 'saved'; website: Website; sent: WebsiteContent }
  | { type: 'replaced'; website: Website }
  | { type: 'based'; website: Website }

const MOST_STEPS = 200

function step(state: SiteState, from: 'past' | 'future', to: 'past' | 'future'): SiteState {
  const content = state[from].at(-1)
  if (!content) return state
  return {
    ...state,
    content,
    typing: undefined,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], state.content],
  }
}

function reduce(state: SiteState, act: SiteAct): SiteState {
  switch (act.type) {
    case 'edit': {
      const goesOn = act.typing !== undefined && act.typing === state.typing
      const past = goesOn ? state.past : [...state.past, state.content].slice(-MOST_STEPS)
      return { ...state, content: act.content, past, future: [], typing: act.typing }
    }
    case 'undo':
      return step(state, 'past', 'future')
    case 'redo':
      return step(state, 'future', 'past')
    case 'revert':
      return { ...state, content: state.saved ?? state.content, past: [], future: [], typing: undefined }
    case 'saved':
      return { ...state, website: act.website, saved: act.sent, typing: undefined }
    case 'replaced': {
      const content = contentOf(act.website)
      return { content, saved: content, website: act.website, past: [], future: [], typing: undefined }
    }
    case 'based':
      return { ...state, website: act.website, saved: contentOf(act.website) }
    default:
      return act satisfies never
  }
}

/** One website while somebody works on it: its content, the way back, and what is saved of it. */
export function useSite(website: Website | null, content: WebsiteContent) {
  const saved = website ? content : null
  const [state, tell] = useReducer(reduce, { content, website, saved, past: [], future: [], typing: undefined })
  const dirty = JSON.stringify(state.content) !== JSON.stringify(state.saved)
  const edit = (next: WebsiteContent, typing?: string) =>
    tell({ type: 'edit', content: next, ...(typing !== undefined && { typing }) })
  return { ...state, dirty, edit, tell }
}

export type Site = ReturnType<typeof useSite>
