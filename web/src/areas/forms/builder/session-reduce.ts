import type { Form } from '@throughline/contracts/forms'
import { type Content, contentOf, same, sameContent } from './model/content.ts'
import { type Conflict, mergeContent, type Side } from './model/merge.ts'

/** Others changed the same places: which side counts has to be said first. */
export type Clash = { theirs: Form; conflicts: readonly Conflict[] }

export type SessionState = {
  /** As the server last answered; null until it is saved for the first time. */
  form: Form | null
  /** What the server has. */
  base: Content
  content: Content
  past: readonly Content[]
  future: readonly Content[]
  /** The last edit; the next one of the same name is part of the same step back. */
  last: string | undefined
  /** What is on its way to the server. */
  sending: Content | undefined
  /** Why the last save did not work; empty where nobody said why. */
  failed: string | undefined
  savedAt: number | undefined
  clash: Clash | undefined
  /** Every id there ever was: a new element gets none of them. */
  ids: ReadonlySet<string>
}

export type SessionEvent =
  | { type: 'edited'; content: Content; what?: string | undefined }
  | { type: 'undone' }
  | { type: 'redone' }
  | { type: 'reverted' }
  | { type: 'sending' }
  | { type: 'sent'; form: Form; at: number }
  | { type: 'failed'; reason: string }
  /** The server's answer takes the place of everything: after publishing, discarding, restoring. */
  | { type: 'replaced'; form: Form }
  /** Somebody else saved. */
  | { type: 'arrived'; form: Form }
  | { type: 'resolved'; take: Readonly<Record<string, Side>> }
  | { type: 'ids'; ids: readonly string[] }

const MAX_STEPS = 200

const idsIn = ({ elements }: Content) => elements.map(({ id }) => id)

/** Also of what was taken away since the version that is public. */
const idsOf = (form: Form | null) => form?.draft?.changes.flatMap(({ element }) => element ?? []) ?? []

const withIds = (ids: ReadonlySet<string>, more: readonly string[]): ReadonlySet<string> =>
  more.every((id) => ids.has(id)) ? ids : new Set([...ids, ...more])

export const startSession = (form: Form | null, content: Content): SessionState => ({
  form,
  base: content,
  content,
  past: [],
  future: [],
  last: undefined,
  sending: undefined,
  failed: undefined,
  savedAt: undefined,
  clash: undefined,
  ids: new Set([...idsIn(content), ...idsOf(form)]),
})

export const isDirty = ({ content, base }: SessionState): boolean => content !== base && !sameContent(content, base)

/** The answer to a save: what was typed meanwhile stays. A banner that was sent is one that is kept from now on. */
function sent(state: SessionState, form: Form, at: number): SessionState {
  const { content, sending = content } = state
  const kept = contentOf(form).banner?.source
  const settled = (of: Content): Content =>
    of.banner && kept && of.banner.source === sending.banner?.source && of.banner.source.kind !== 'kept'
      ? { ...of, banner: { ...of.banner, source: kept } }
      : of
  // What was sent counts, not how the server tidied it: a space that is being typed must not vanish.
  const base = settled(sending)
  return {
    ...state,
    form,
    base,
    content: content === sending ? base : settled(content),
    sending: undefined,
    failed: undefined,
    savedAt: at,
    ids: withIds(state.ids, [...idsIn(base), ...idsOf(form)]),
  }
}

/** What somebody else saved, together with what is not saved here. */
function arrived(state: SessionState, form: Form): SessionState {
  if (state.form && form.version < state.form.version) return state
  // The draft is the same; whether it is public, closed or has responses may not be.
  if (form.version === state.form?.version) return same(form, state.form) ? state : { ...state, form }
  const theirs = contentOf(form)
  const ids = withIds(state.ids, [...idsIn(theirs), ...idsOf(form)])
  const next = { ...state, sending: undefined, failed: undefined, ids }
  if (!isDirty(state)) return { ...next, form, base: theirs, content: theirs, past: [], future: [], last: undefined }
  const { content, conflicts } = mergeContent(state.base, state.content, theirs)
  if (conflicts.length > 0) return { ...next, clash: { theirs: form, conflicts } }
  return { ...next, form, base: theirs, content, past: [], future: [], last: undefined, clash: undefined }
}

function resolved(state: SessionState, take: Readonly<Record<string, Side>>): SessionState {
  if (!state.clash) return state
  const form = state.clash.theirs
  const theirs = contentOf(form)
  const { content } = mergeContent(state.base, state.content, theirs, take)
  return { ...state, form, base: theirs, content, past: [], future: [], last: undefined, clash: undefined }
}

function edited(state: SessionState, content: Content, what: string | undefined): SessionState {
  if (content === state.content) return state
  const joins = what !== undefined && what === state.last
  const past = joins ? state.past : [...state.past.slice(-MAX_STEPS + 1), state.content]
  const ids = withIds(state.ids, idsIn(content))
  return { ...state, content, past, future: [], last: what, failed: undefined, ids }
}

export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'edited':
      return edited(state, event.content, event.what)
    case 'undone': {
      const content = state.past.at(-1)
      if (!content) return state
      const future = [state.content, ...state.future]
      return { ...state, content, past: state.past.slice(0, -1), future, last: undefined }
    }
    case 'redone': {
      const [content, ...future] = state.future
      if (!content) return state
      return { ...state, content, past: [...state.past, state.content], future, last: undefined }
    }
    case 'reverted':
      return {
        ...state,
        content: state.base,
        past: [],
        future: [],
        last: undefined,
        failed: undefined,
        clash: undefined,
      }
    case 'sending':
      return { ...state, sending: state.content, failed: undefined }
    case 'sent':
      return sent(state, event.form, event.at)
    case 'failed':
      return { ...state, sending: undefined, failed: event.reason }
    case 'replaced':
      return { ...startSession(event.form, contentOf(event.form)), ids: withIds(state.ids, idsOf(event.form)) }
    case 'arrived':
      return arrived(state, event.form)
    case 'resolved':
      return resolved(state, event.take)
    case 'ids':
      break
  }
  return { ...state, ids: withIds(state.ids, event.ids) }
}
