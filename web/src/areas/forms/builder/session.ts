import { type Form, getForm } from '@throughline/contracts/forms'
import { api } from '../../../shared/api.ts'
import { isStale, reasonOf } from '../../../shared/server-message.ts'
import { createDraft, saveDraft } from '../builder.api.ts'
import type { Content } from './model/content.ts'
import { isDirty, reduceSession, type SessionEvent, type SessionState } from './session-reduce.ts'

const PAUSE = 2_000

export type SaveResult = 'saved' | 'failed' | 'clash'

/**
 * One form while it is edited: keeps what was typed, sends it two seconds after the last change, and brings in what
 * others saved. A form that was never saved waits for its first save.
 */
export class FormSession {
  #state: SessionState
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<SaveResult> | undefined
  #isClosed = false

  constructor(state: SessionState) {
    this.#state = state
  }

  get = (): SessionState => this.#state

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  tell = (event: SessionEvent) => {
    const next = reduceSession(this.#state, event)
    if (next === this.#state) return
    this.#state = next
    for (const listener of this.#listeners) listener()
    if (event.type !== 'failed' && event.type !== 'sending') this.#plan()
  }

  edit = (change: (content: Content) => Content, what?: string) =>
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
    const { form, clash } = this.#state
    if (this.#isClosed || !form || clash || !isDirty(this.#state)) return
    this.#timer = setTimeout(() => void this.save(), PAUSE)
  }

  async #saveAll(): Promise<SaveResult> {
    clearTimeout(this.#timer)
    for (let first = true; first || isDirty(this.#state); first = false) {
      if (this.#state.clash) return 'clash'
      if (this.#state.form && !isDirty(this.#state)) return 'saved'
      const result = await this.#send()
      if (result !== 'saved') return result
    }
    return 'saved'
  }

  async #send(): Promise<SaveResult> {
    this.tell({ type: 'sending' })
    const { form, content } = this.#state
    try {
      const saved = form ? await saveDraft(form, content) : await createDraft(content)
      this.tell({ type: 'sent', form: saved, at: Date.now() })
      return 'saved'
    } catch (error) {
      if (form && isStale(error)) return this.#catchUp(form)
      this.tell({ type: 'failed', reason: reasonOf(error) ?? '' })
      return 'failed'
    }
  }

  /** Somebody saved first: both go together, and where they cannot, the person is asked. */
  async #catchUp(form: Form): Promise<SaveResult> {
    try {
      const { data } = await api(getForm, { params: { formId: form.id } })
      // Without anything newer the same would only be refused again.
      if (data.version <= form.version) throw new Error('the server refused the newest version as an old one')
      this.tell({ type: 'arrived', form: data })
      return this.#state.clash ? 'clash' : 'saved'
    } catch (error) {
      this.tell({ type: 'failed', reason: reasonOf(error) ?? '' })
      return 'failed'
    }
  }
}
