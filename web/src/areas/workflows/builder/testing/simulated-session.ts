import type { Workflow } from '@throughline/contracts/workflows'
import type { FlowDoc } from '@throughline/flow/document'
import { expect } from 'vitest'
import { documentOf } from '../document.ts'
import type { LocalCopy } from '../local-copy.ts'
import type { reduce } from '../session-reduce.ts'
import { isSent, type SessionEffect, type SessionEvent, type SessionModel, startOf } from '../session-state.ts'
import { invoice, WORKFLOW, withStep, workflowOf } from './workflow.ts'

type Call = Extract<SessionEffect, { type: 'send draft' | 'read' }>

export const PLACES = ['enter', 'lead', 'pay'] as const
type Place = (typeof PLACES)[number]

/** lost: it arrives and the answer does not; unreachable: it does not arrive; refused: the server says no. */
export const WAYS = ['well', 'lost', 'unreachable', 'refused'] as const
type Way = (typeof WAYS)[number]

const SAMPLE = workflowOf({ published: invoice, doc: invoice, version: 1 })
const nameIn = (doc: FlowDoc, place: Place) => doc.steps[place]?.name
const pathOf = (place: Place) => `/steps/${place}/name`

/** One workflow in memory, which refuses what is based on an older version and does nothing twice under one key. */
function simulatedServer(exists: boolean) {
  let version = exists ? 1 : 0
  let doc = invoice
  const answered = new Map<string, Workflow>()
  const workflow = (): Workflow => ({ ...SAMPLE, ...doc, id: SAMPLE.id, version })
  const take = (next: FlowDoc) => {
    doc = next
    version++
    return workflow()
  }
  return {
    workflow,
    exists: () => version > 0,
    doc: () => doc,
    save: (next: FlowDoc) => take(next),
    hasAnswered: (call: Call) => call.type === 'send draft' && answered.has(call.key),
    /** Undefined where others were faster. */
    answer(call: Exclude<Call, { type: 'read' }>): Workflow | undefined {
      const before = answered.get(call.key)
      if (before) return before
      if (call.id === undefined) expect(version, 'a second workflow is made').toBe(0)
      if (call.version !== version) return undefined
      const made = take(call.doc)
      answered.set(call.key, made)
      return made
    },
  }
}

/**
 * The reducer of a session among a server, a browser, a person and others that do whatever the test says, in any
 * order. Names of three steps are typed, each time another: so whose words are where can be told at every step.
 */
export class SimulatedSession {
  readonly server: ReturnType<typeof simulatedServer>
  private readonly reducer: typeof reduce
  private state: SessionModel
  private doc: FlowDoc
  private online = true
  private count = 0
  private call: Call | undefined
  private unanswered: Call | undefined
  private timers = new Set<'send due' | 'copy due'>()
  private copies = new Map<string, LocalCopy>()
  private readonly told: Workflow[] = []
  private waiting = new Set<number>()
  /** What was typed here, and by others, and was not replaced by somebody who had seen it. */
  private readonly mine = new Map<Place, string>()
  private readonly theirs = new Map<Place, string>()

  constructor(reducer: typeof reduce, exists: boolean) {
    this.reducer = reducer
    this.server = simulatedServer(exists)
    this.state = startOf(exists ? this.server.workflow() : invoice, undefined, exists ? WORKFLOW : 'new')
    this.doc = this.state.mine
  }

  get shown() {
    return this.state.shown
  }

  get isQuiet() {
    return !this.call && this.timers.size === 0 && isSent(this.state) && !this.shown.clash
  }

  private dispatch(event: SessionEvent) {
    const before = this.state.mine
    const next = this.reducer(this.state, {
      ...event,
      moment: { now: ++this.count, online: this.online, key: `key ${this.count}` },
    })
    this.state = next.state
    for (const effect of next.effects) this.perform(effect)
    if (this.doc !== before && event.type !== 'edited') this.dispatch({ type: 'edited', doc: this.doc })
    this.watch()
  }

  private watch() {
    expect(this.state.mine, 'the document is another than the one that is shown').toBe(this.doc)
    for (const [place, name] of this.mine) expect(nameIn(this.doc, place), 'words were lost').toBe(name)
  }

  private perform(effect: SessionEffect) {
    if (effect.type === 'send draft' || effect.type === 'read') this.begin(effect)
    else if (effect.type === 'send later') this.timers.add('send due')
    else if (effect.type === 'send no more') this.timers.delete('send due')
    else if (effect.type === 'copy later') this.timers.add('copy due')
    else if (effect.type === 'keep copy') {
      this.timers.delete('copy due')
      this.copies.set(effect.name, effect.copy)
    } else if (effect.type === 'forget copy') {
      this.timers.delete('copy due')
      this.copies.delete(effect.name)
    } else if (effect.type === 'replace document') this.doc = effect.doc
    else if (effect.type === 'correct prefix') expect.fail('nothing here takes a prefix')
    else if (effect.type === 'flushed' || effect.type === 'settled') this.answered(effect.ids)
  }

  private begin(call: Call) {
    expect(this.call, 'two things are asked at once').toBeUndefined()
    if (call.type === 'send draft' && this.unanswered) {
      expect({ ...call, leaving: false }, 'another document under the same wish').toEqual({
        ...this.unanswered,
        leaving: false,
      })
    }
    this.call = call
  }

  private answered(ids: readonly number[]) {
    for (const id of ids) expect(this.waiting.delete(id), 'somebody is answered twice').toBe(true)
  }

  private ask(event: (id: number) => SessionEvent) {
    const id = ++this.count
    this.waiting.add(id)
    this.dispatch(event(id))
  }

  type(place: Place) {
    // Who has seen the words of others replaces them knowingly.
    if (this.theirs.get(place) === nameIn(this.doc, place)) this.theirs.delete(place)
    const name = `mine ${++this.count}`
    this.mine.set(place, name)
    this.doc = withStep(this.doc, place, name)
    this.dispatch({ type: 'edited', doc: this.doc })
  }

  /** Somebody else saves. */
  others(place: Place) {
    if (!this.server.exists()) return
    if (this.mine.get(place) === nameIn(this.server.doc(), place)) this.mine.delete(place)
    const name = `theirs ${++this.count}`
    this.theirs.set(place, name)
    this.told.push(this.server.save(withStep(this.server.doc(), place, name)))
  }

  /** The page hears of what others saved: of the last of it, or late of something before. */
  hear(at: number) {
    const workflow = this.told.at(-1 - (at % Math.max(1, this.told.length)))
    if (workflow && this.shown.workflow) this.ask((id) => ({ type: 'arrived', id, workflow }))
  }

  flush(leaving: boolean) {
    this.ask((id) => ({ type: 'flush', id, leaving }))
  }

  /** As the page does, what is not sent is sent when the connection is back. */
  connect(online: boolean) {
    this.online = online
    if (online) this.flush(false)
  }

  pass() {
    const [timer] = this.timers
    if (!timer) return
    this.timers.delete(timer)
    this.dispatch({ type: timer })
  }

  /** Ends what is asked of the server. */
  end(asked: Way) {
    const { call } = this
    if (!call) return
    // What was done already is not refused when it is asked for again.
    const way = asked === 'refused' && this.server.hasAnswered(call) ? 'well' : asked
    this.call = undefined
    if (call.type === 'read') {
      if (way !== 'well') return this.dispatch({ type: 'read failed' })
      return this.dispatch({ type: 'read', workflow: this.server.workflow() })
    }
    const workflow = way === 'well' || way === 'lost' ? this.server.answer(call) : undefined
    const stale = way === 'well' && !workflow
    const answered = stale || way === 'refused'
    this.unanswered = way === 'lost' || !(workflow || answered) ? call : undefined
    if (way === 'well' && workflow) return this.dispatch({ type: 'draft saved', workflow })
    const why = answered ? 'No' : undefined
    return this.dispatch({ type: 'save failed', failure: { stale, answered, why } })
  }

  /** The question about places that both changed is answered. */
  resolve(side: 'mine' | 'theirs') {
    const { clash } = this.shown
    if (!clash) return
    const places = PLACES.filter((place) => clash.merged.conflicts.some(({ path }) => path === pathOf(place)))
    const before = new Map(this.mine)
    if (side === 'theirs') for (const place of places) this.mine.delete(place)
    this.dispatch({ type: 'resolved', choices: Object.fromEntries(places.map((place) => [pathOf(place), side])) })
    if (this.shown.clash) for (const [place, name] of before) this.mine.set(place, name)
    else if (side === 'mine')
      for (const place of places)
        if (this.theirs.get(place) === nameIn(documentOf(clash.theirs), place)) this.theirs.delete(place)
  }

  /** The tab dies, with what is on its way, and the workflow is opened again. */
  reload(arrives: boolean) {
    if (!this.shown.workflow) return
    if (this.timers.has('copy due')) this.dispatch({ type: 'copy due' })
    const { call } = this
    if (arrives && call && call.type !== 'read' && call.id !== undefined) this.server.answer(call)
    this.call = undefined
    this.unanswered = undefined
    this.timers = new Set()
    this.waiting = new Set()
    const copy = this.copies.get(WORKFLOW)
    this.state = startOf(this.server.workflow(), copy, WORKFLOW)
    this.doc = this.state.mine
    if (copy) this.dispatch({ type: 'opened' })
    else this.watch()
  }

  /** Whether what stands here is what the server has, everybody was answered, and nobody's words are missing. */
  expectAgreement() {
    expect(this.server.doc()).toEqual(this.doc)
    expect([...this.waiting]).toEqual([])
    for (const [place, name] of [...this.mine, ...this.theirs]) expect(nameIn(this.server.doc(), place)).toBe(name)
  }
}
