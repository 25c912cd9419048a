// The story is told without a process that would connect the areas.
import '../src/main/ports.ts'
import type { Body } from '@throughline/contracts/endpoint'
import { InstanceId, TaskId, type WorkflowId } from '@throughline/contracts/ids'
import type { startInstance } from '@throughline/contracts/instances'
import type { editTask } from '@throughline/contracts/task-acts'
import type { Json } from '@throughline/flow/eval'
import { commentOnInstance, commentOnTask } from '../src/areas/comments/comment-acts.service.ts'
import { attachToTask } from '../src/areas/documents/documents.service.ts'
import { dayIn } from '../src/areas/instances/due.ts'
import { trash } from '../src/areas/instances/instance-acts.service.ts'
import { cancel } from '../src/areas/instances/operator.service.ts'
import { startByPerson } from '../src/areas/instances/start-by-person.service.ts'
import { keepDraft } from '../src/areas/tasks/acts/draft.ts'
import { ask, claim, complete, decide, edit } from '../src/areas/tasks/acts/task-acts.service.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant, readTenantOnce } from '../src/core/db/in-tenant.ts'
import type { Viewer } from '../src/core/http/viewer.ts'
import type { Cast } from './cast.ts'
import { eventually } from './eventually.ts'
import { onceUnlocked } from './once-unlocked.ts'
import type { Papers } from './papers.ts'
import { HARBOR_VALE } from './story.ts'

const ENGINE_LIMIT = 90_000
const PAUSE = 150
const DAY = 86_400_000
const OPEN = ['pending', 'in_progress', 'review', 'failed']

/** So many days from today, as the firm counts them. */
export const day = (from: number): string => dayIn(HARBOR_VALE.zone, new Date(Date.now() + from * DAY))
/** The same on the wire: by the end of that day. */
export const by = (from: number): string => `${day(from)}T23:59:59Z`

export interface Workspace {
  ctx: Context
  cast: Cast
  papers: Papers
}

type Started = Partial<Omit<Body<typeof startInstance>, 'name' | 'title'>>

interface Handed {
  answers?: Record<string, Json>
  /** What each field of files gets, by its name. */
  files?: Record<string, string>
  item?: number
}

/** One instance, as the people of the story work on it: every act waits until the engine has opened what it is about. */
export class Case {
  readonly #place: Workspace
  readonly #starter: Viewer
  readonly id: InstanceId
  readonly title: string

  private constructor(place: Workspace, starter: Viewer, id: InstanceId, title: string) {
    this.#place = place
    this.#starter = starter
    this.id = id
    this.title = title
  }

  static async start(place: Workspace, who: string, workflow: WorkflowId, title: string, more: Started): Promise<Case> {
    const starter = await place.cast.viewer(who)
    const body = { name: title, title, description: '', metadata: {}, answers: {}, narrowed: false, ...more }
    const { data } = await onceUnlocked(() => startByPerson(place.ctx, starter, workflow, body))
    return new Case(place, starter, InstanceId.parse(data.id), title)
  }

  member(username: string) {
    return this.#place.cast.member(username)
  }

  async #mention(username: string) {
    const { memberId, user } = await this.#place.cast.viewer(username)
    return `@[${user.name}](${memberId})`
  }

  /** The open task of a step, or of one item of its list, as soon as it is there. */
  task(
    step: string,
    { item = -1, states = OPEN }: { item?: number; states?: readonly string[] } = {},
  ): Promise<TaskId> {
    const { tenantId } = this.#starter
    return eventually(
      async () => {
        const found = await readTenantOnce(this.#place.ctx, { tenantId }, ({ db }) =>
          db
            .selectFrom('tasks')
            .select('id')
            .where('tenant_id', '=', tenantId)
            .where('instance_id', '=', this.id)
            .where('step', '=', step)
            .where('item', '=', item)
            .where('status', 'in', states)
            .executeTakeFirst(),
        )
        if (!found) throw new Error(`${this.title} does not come to ${step}`)
        return TaskId.parse(found.id)
      },
      ENGINE_LIMIT,
      PAUSE,
    )
  }

  async ended() {
    const { tenantId } = this.#starter
    await eventually(
      async () => {
        const { status } = await readTenantOnce(this.#place.ctx, { tenantId }, ({ db }) =>
          db
            .selectFrom('instances')
            .select('status')
            .where('tenant_id', '=', tenantId)
            .where('id', '=', this.id)
            .executeTakeFirstOrThrow(),
        )
        if (status !== 'completed') throw new Error(`${this.title} is ${status}`)
      },
      ENGINE_LIMIT,
      PAUSE,
    )
  }

  /** Repeated like a request that didn't get the lock of its instance in time: the engine may hold it for long. */
  async #act<T>(who: string, act: (ctx: Context, viewer: Viewer) => Promise<T>): Promise<T> {
    const { ctx, cast } = this.#place
    const viewer = await cast.viewer(who)
    return onceUnlocked(() => act(ctx, viewer))
  }

  async #attach(who: string, task: TaskId, field: string | undefined, name: string): Promise<string> {
    const kept = await this.#place.papers.keep(this.#starter.tenantId, name)
    const [file] = await this.#act(who, (ctx, viewer) => attachToTask(ctx, viewer, task, [kept], field))
    if (!file) throw new Error(`${name} was not attached`)
    return file.id
  }

  async attach(who: string, step: string, name: string) {
    await this.#attach(who, await this.task(step), undefined, name)
  }

  async done(who: string, step: string, { answers = {}, files = {}, item }: Handed = {}) {
    const task = await this.task(step, item === undefined ? {} : { item })
    const given = { ...answers }
    for (const [field, name] of Object.entries(files)) given[field] = [await this.#attach(who, task, field, name)]
    await this.#act(who, (ctx, viewer) => complete(ctx, viewer, task, { answers: given }))
  }

  async decide(who: string, step: string, decision: 'approve' | 'reject' | 'changes', comment = '') {
    const task = await this.task(step)
    await this.#act(who, (ctx, viewer) => decide(ctx, viewer, task, { decision, comment }))
  }

  async claim(who: string, step: string) {
    const task = await this.task(step)
    await this.#act(who, (ctx, viewer) => claim(ctx, viewer, task))
  }

  /** What they have typed so far, and not handed in. */
  async draft(who: string, step: string, answers: Record<string, Json>) {
    const task = await this.task(step)
    await this.#act(who, (ctx, viewer) => keepDraft(ctx, viewer, task, answers))
  }

  async change(who: string, step: string, to: Body<typeof editTask>) {
    const task = await this.task(step)
    await this.#act(who, (ctx, viewer) => edit(ctx, viewer, task, to))
  }

  async asks(who: string, step: string, of: string, question: string, blocking = false) {
    const [task, to] = [await this.task(step), await this.member(of)]
    await this.#act(who, (ctx, viewer) => ask(ctx, viewer, task, { to, question, blocking }))
  }

  /** A name in braces is a mention. */
  async #worded(text: string): Promise<string> {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    let worded = text
    for (const name of names) worded = worded.replace(`{${name}}`, await this.#mention(name))
    return worded
  }

  async says(who: string, text: string, step?: string) {
    const content = await this.#worded(text)
    if (step === undefined) {
      await this.#act(who, (ctx, viewer) => commentOnInstance(ctx, viewer, this.id, content))
      return
    }
    const task = await this.task(step)
    await this.#act(who, (ctx, viewer) => commentOnTask(ctx, viewer, task, content))
  }

  async failed(step: string) {
    await this.task(step, { states: ['failed'] })
  }

  async override(who: string, step: string, reason: string, outputs: Record<string, Json>) {
    const task = await this.task(step, { states: ['failed'] })
    await this.#act(who, (ctx, viewer) => complete(ctx, viewer, task, { override: true, reason, outputs }))
  }

  async cancel(who: string, reason: string) {
    await this.#act(who, (ctx, viewer) => inTenant(ctx, viewer, (tx) => cancel(tx, viewer, this.id, reason)))
  }

  async trash(who: string) {
    await this.#act(who, (ctx, viewer) => inTenant(ctx, viewer, (tx) => trash(tx, viewer, this.id)))
  }
}

/** What begins an instance, and what its people do then. */
export interface Tale {
  who: string
  title: string
  start?: Started | ((cast: Cast) => Promise<Started>)
  goes(work: Case): Promise<void>
}
