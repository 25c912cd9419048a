import { type Choices, type Conflict, same } from './merging.ts'

type Merged<C, E> = { content: C; conflicts: Conflict<E>[] }

/** What a session has to know about the things that it edits. */
export type DraftKind<S, C, E> = {
  contentOf: (stored: S) => C
  isSame: (one: C, other: C) => boolean
  /** Everything that either side did since `base`. Only a place that both changed differently asks which of the two. */
  merge: (base: C, mine: C, theirs: C, take?: Choices) => Merged<C, E>
  /** Ids that nothing new may get. */
  idsOf?: (content: C, stored: S | null) => readonly string[]
  /** How content stands once the server has what was sent. */
  settle?: (content: C, sent: C, stored: S) => C
  create: (content: C) => Promise<S>
  save: (stored: S, content: C) => Promise<S>
  read: (stored: S) => Promise<S>
}

/** What the server keeps; `version` counts its changes. */
export type StoredDraft = { id: string; version: number }

/** Others changed the same places: which side counts has to be said first. */
type Clash<S, E> = { theirs: S; conflicts: readonly Conflict<E>[] }

export type DraftState<S, C, E> = {
  /** As the server last answered; null until it is saved for the first time. */
  stored: S | null
  /** What the server has. */
  base: C
  content: C
  past: readonly C[]
  future: readonly C[]
  /** The last edit; the next one of the same name is part of the same step back. */
  last: string | undefined
  /** What is on its way to the server. */
  sending: C | undefined
  /** Why the last save did not work; empty where nobody said why. */
  failed: string | undefined
  savedAt: number | undefined
  clash: Clash<S, E> | undefined
  /** Every id there ever was: a new element gets none of them. */
  ids: ReadonlySet<string>
}

export type DraftEvent<S, C> =
  | { type: 'edited'; content: C; what?: string | undefined }
  | { type: 'undone' }
  | { type: 'redone' }
  | { type: 'reverted' }
  | { type: 'sending' }
  | { type: 'sent'; stored: S; at: number }
  | { type: 'failed'; reason: string }
  /** Somebody else saved first: what was sent was not kept. */
  | { type: 'refused' }
  /** The server's answer takes the place of everything: after publishing, discarding, restoring. */
  | { type: 'replaced'; stored: S }
  /** Somebody else saved. */
  | { type: 'arrived'; stored: S }
  | { type: 'resolved'; take: Choices }
  | { type: 'ids'; ids: readonly string[] }

const MAX_STEPS = 200

const withIds = (ids: ReadonlySet<string>, more: readonly string[] = []): ReadonlySet<string> =>
  more.every((id) => ids.has(id)) ? ids : new Set([...ids, ...more])

/** How a draft goes on when something happens to it. */
export class DraftReducer<S extends StoredDraft, C, E> {
  readonly #kind: DraftKind<S, C, E>
  constructor(kind: DraftKind<S, C, E>) {
    this.#kind = kind
  }

  start(stored: S | null, content: C): DraftState<S, C, E> {
    return {
      stored,
      base: content,
      content,
      past: [],
      future: [],
      last: undefined,
      sending: undefined,
      failed: undefined,
      savedAt: undefined,
      clash: undefined,
      ids: new Set(this.#kind.idsOf?.(content, stored)),
    }
  }

  isDirty({ content, base }: Pick<DraftState<S, C, E>, 'content' | 'base'>): boolean {
    return content !== base && !this.#kind.isSame(content, base)
  }

  reduce(state: DraftState<S, C, E>, event: DraftEvent<S, C>): DraftState<S, C, E> {
    switch (event.type) {
      case 'edited':
        return this.#edited(state, event.content, event.what)
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
        return { ...forgetSteps(state), content: state.base, failed: undefined, clash: undefined }
      case 'sending':
        return { ...state, sending: state.content, failed: undefined }
      case 'sent':
        return this.#sent(state, event.stored, event.at)
      case 'failed':
        return { ...state, sending: undefined, failed: event.reason }
      case 'refused':
        return { ...state, sending: undefined }
      case 'replaced': {
        const next = this.start(event.stored, this.#kind.contentOf(event.stored))
        return { ...next, ids: withIds(state.ids, [...next.ids]) }
      }
      case 'arrived':
        return this.#arrived(state, event.stored)
      case 'resolved':
        return this.#resolved(state, event.take)
      case 'ids':
        break
    }
    return { ...state, ids: withIds(state.ids, event.ids) }
  }

  #edited(state: DraftState<S, C, E>, content: C, what: string | undefined): DraftState<S, C, E> {
    if (content === state.content) return state
    const joins = what !== undefined && what === state.last
    const past = joins ? state.past : [...state.past.slice(-MAX_STEPS + 1), state.content]
    const ids = withIds(state.ids, this.#kind.idsOf?.(content, null))
    return { ...state, content, past, future: [], last: what, failed: undefined, ids }
  }

  /** The answer to a save: what was typed meanwhile stays. */
  #sent(state: DraftState<S, C, E>, stored: S, at: number): DraftState<S, C, E> {
    const { content, sending, clash } = state
    const answered = { ...state, sending: undefined, failed: undefined, savedAt: at }
    // Something newer arrived before this answer: `base` is already what the server has.
    if (sending === undefined || stored.version < (state.stored?.version ?? 0)) return answered
    const settled = (of: C): C => this.#kind.settle?.(of, sending, stored) ?? of
    // What was sent counts, not how the server tidied it: a space that is being typed must not vanish.
    const base = settled(sending)
    const next = {
      ...answered,
      stored,
      base,
      content: content === sending ? base : settled(content),
      clash: undefined,
      ids: withIds(state.ids, this.#kind.idsOf?.(base, stored)),
    }
    // A clash that arrived before this answer is held against what is saved now: a part of it was this save.
    return clash && clash.theirs.version > stored.version ? this.#arrived(next, clash.theirs) : next
  }

  /** What somebody else saved, together with what is not saved here. */
  #arrived(state: DraftState<S, C, E>, stored: S): DraftState<S, C, E> {
    if (state.stored && stored.version < state.stored.version) return state
    // The draft is the same; whether it is public or closed may not be.
    if (stored.version === state.stored?.version) return same(stored, state.stored) ? state : { ...state, stored }
    const theirs = this.#kind.contentOf(stored)
    const ids = withIds(state.ids, this.#kind.idsOf?.(theirs, stored))
    const next = { ...state, failed: undefined, ids }
    // One's own save, read back before its answer.
    if (state.sending && this.#kind.isSame(theirs, state.sending)) return { ...next, stored, base: state.sending }
    if (!this.isDirty(state)) return { ...forgetSteps(next), stored, base: theirs, content: theirs }
    const { content, conflicts } = this.#kind.merge(state.base, state.content, theirs)
    if (conflicts.length > 0) return { ...next, clash: { theirs: stored, conflicts } }
    return { ...forgetSteps(next), stored, base: theirs, content, clash: undefined }
  }

  #resolved(state: DraftState<S, C, E>, take: Choices): DraftState<S, C, E> {
    if (!state.clash) return state
    const stored = state.clash.theirs
    const theirs = this.#kind.contentOf(stored)
    const { content } = this.#kind.merge(state.base, state.content, theirs, take)
    return { ...forgetSteps(state), stored, base: theirs, content, clash: undefined }
  }
}

/** Steps back would lead to a state before what others did. */
const forgetSteps = <T extends { past: unknown; future: unknown; last: unknown }>(state: T) => ({
  ...state,
  past: [],
  future: [],
  last: undefined,
})
