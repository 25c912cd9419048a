import { useEffect, useMemo, useState } from 'react'
import { isStale, reasonOf } from '../server-message.ts'
import { useUnsavedGuard } from '../unsaved.ts'
import { type DraftEvent, type DraftKind, DraftReducer, type DraftState, type StoredDraft } from './reduce.ts'

const PAUSE = 2_000

export type SaveResult = 'saved' | 'failed' | 'clash'

/**
 * One draft while it is edited: keeps what was typed, sends it two seconds after the last change, and brings in what
 * others saved. A draft that was never saved waits for its first save.
 */
export class DraftSession<S extends StoredDraft, C, E> {
  readonly #kind: DraftKind<S, C, E>
  readonly #reducer: DraftReducer<S, C, E>
  #state: DraftState<S, C, E>
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<SaveResult> | undefined
  #isClosed = false

  constructor(kind: DraftKind<S, C, E>, stored: S | null, content: C) {
    this.#kind = kind
    this.#reducer = new DraftReducer(kind)
    this.#state = this.#reducer.start(stored, content)
  }

  get = (): DraftState<S, C, E> => this.#state

  isDirty = (): boolean => this.#reducer.isDirty(this.#state)

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  tell = (event: DraftEvent<S, C>) => {
    const next = this.#reducer.reduce(this.#state, event)
    if (next === this.#state) return
    this.#state = next
    for (const listener of this.#listeners) listener()
    if (event.type !== 'failed' && event.type !== 'sending') this.#plan()
  }

  edit = (change: (content: C) => C, what?: string) =>
    this.tell({ type: 'edited', content: change(this.#state.content), what })

  /** Sends what is not sent yet, until nothing is left. */
  save = (): Promise<SaveResult> => {
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = undefined
    })
    return this.#saving
  }

  /** Nothing is sent by itself any more. */
  close = () => {
    this.#isClosed = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#onOnline)
  }

  open = () => {
    this.#isClosed = false
    addEventListener('online', this.#onOnline)
    this.#plan()
  }

  /** What could not be sent without a connection goes as soon as there is one. */
  #onOnline = () => this.#plan()

  #plan() {
    clearTimeout(this.#timer)
    const { stored, clash } = this.#state
    if (this.#isClosed || !stored || clash || !this.isDirty()) return
    this.#timer = setTimeout(() => void this.save(), PAUSE)
  }

  async #saveAll(): Promise<SaveResult> {
    clearTimeout(this.#timer)
    for (let first = true; first || this.isDirty(); first = false) {
      if (this.#state.clash) return 'clash'
      if (this.#state.stored && !this.isDirty()) return 'saved'
      const result = await this.#send()
      if (result !== 'saved') return result
    }
    return 'saved'
  }

  async #send(): Promise<SaveResult> {
    this.tell({ type: 'sending' })
    const { stored, content } = this.#state
    try {
      const saved = stored ? await this.#kind.save(stored, content) : await this.#kind.create(content)
      this.tell({ type: 'sent', stored: saved, at: Date.now() })
      return 'saved'
    } catch (error) {
      if (stored && isStale(error)) return this.#catchUp(stored)
      this.tell({ type: 'failed', reason: reasonOf(error) ?? '' })
      return 'failed'
    }
  }

  /** Somebody saved first: both go together, and where they cannot, the person is asked. */
  async #catchUp(stored: S): Promise<SaveResult> {
    this.tell({ type: 'refused' })
    try {
      const now = await this.#kind.read(stored)
      // Without anything newer the same would only be refused again.
      if (now.version <= stored.version) throw new Error('the server refused the newest version as an old one')
      this.tell({ type: 'arrived', stored: now })
      return this.#state.clash ? 'clash' : 'saved'
    } catch (error) {
      this.tell({ type: 'failed', reason: reasonOf(error) ?? '' })
      return 'failed'
    }
  }
}

/** The session as it is; what is typed is sent by itself as long as the page is open. */
export function useDraft<S extends StoredDraft, C, E>(session: DraftSession<S, C, E>): DraftState<S, C, E> {
  const [state, setState] = useState(session.get)
  useEffect(() => {
    const follow = () => setState(session.get())
    follow()
    return session.subscribe(follow)
  }, [session])
  useEffect(() => {
    session.open()
    return () => session.close()
  }, [session])
  return state
}

/** Leaving waits until everything is sent. A draft that was never saved is only kept by saving it. */
export function useDraftGuard<S extends StoredDraft, C, E>(
  session: DraftSession<S, C, E>,
  unsaved: boolean,
  pathsOf: (id: string) => readonly string[],
) {
  const guard = useMemo(
    () => ({
      stays: (path: string) => {
        const id = session.get().stored?.id
        return id !== undefined && pathsOf(id).includes(path)
      },
      settle: async () => session.get().stored !== null && (await session.save()) === 'saved',
    }),
    [session, pathsOf],
  )
  return useUnsavedGuard(unsaved, guard)
}

type OpenDraft<T> = { key: number; address: string; session: T }

let opened = 0

/**
 * The session of the draft at an address, which is `new` until the first save gives it another: it stays the same page.
 * `data` is what was read of it, and again whenever somebody else saved.
 */
export function useOpenDraft<S extends StoredDraft, C, E>(
  address: string,
  data: S | undefined,
  start: (stored: S | null) => DraftSession<S, C, E>,
): OpenDraft<DraftSession<S, C, E>> | undefined {
  const [current, setCurrent] = useState<OpenDraft<DraftSession<S, C, E>>>()
  const isHere = current && (current.address === address || current.session.get().stored?.id === address)
  let shown = isHere ? current : undefined
  if (shown && shown.address !== address) shown = { ...shown, address }
  if (!shown && (address === 'new' || data))
    shown = { key: ++opened, address, session: start(address === 'new' ? null : (data ?? null)) }
  if (shown && shown !== current) setCurrent(shown)
  useEffect(() => {
    if (data && shown?.session.get().stored?.id === data.id) shown.session.tell({ type: 'arrived', stored: data })
  }, [data, shown])
  return shown
}
