import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { auditData } from '../audit/audit-data.ts'
import type { Context } from '../context.ts'
import { isIndexed } from '../search/indexed-kinds.ts'
import { currentTraceparent } from '../telemetry/spans.ts'
import type { Db } from './bound-kysely.ts'
import type { Duty, NewAudit, NewEvent, Notice, OutboxRow, Scope, WorkflowPoke } from './tenant-tx.ts'

export interface Origin {
  requestId: string
  address: string
  device: string
}

/**
 * How long the process that committed has for sending itself before the relay takes over. Long enough for a busy machine:
 * what both send costs the engine twice.
 */
const FAST_PATH = sql<Date>`clock_timestamp() + interval '2 seconds'`

const OLDER_WAITS = sql<boolean>`exists (select from outbox older where older.shard = outbox.shard
  and older.aggregate_id = outbox.aggregate_id and older.id < outbox.id
  and 'workflow.poke' not in (older.topic, outbox.topic))`.as('older_waits')

export const shardOf = (aggregateId: string) => (createHash('md5').update(aggregateId).digest()[0] ?? 0) % 16

const withTrace = <D extends Duty>(duty: D, traceparent: string): D => ({
  ...duty,
  payload: { ...duty.payload, traceparent },
})

/** Collects what a transaction has to leave behind, and writes each kind in one statement before the commit. */
export class PendingWork {
  readonly events: NewEvent[] = []
  readonly audits: NewAudit[] = []
  readonly notices: Notice[] = []
  readonly counts = new Map<string, { name: string; key: string; by: number }>()
  readonly indexed = new Map<string, { kind: string; id: string }>()
  readonly duties: (Duty & { aggregateId: string })[] = []
  readonly afterCommit: (() => void)[] = []
  readonly afterRollback: ((ctx: Context) => Promise<void>)[] = []
  sent: OutboxRow[] = []

  /** One for each workflow, however much of its work a transaction leaves behind. */
  poke(aggregateId: string, payload: WorkflowPoke) {
    const isPoked = this.duties.some(
      (duty) => duty.topic === 'workflow.poke' && duty.payload.workflowId === payload.workflowId,
    )
    if (!isPoked) this.duties.push({ aggregateId, topic: 'workflow.poke', payload })
  }

  /** Once for each thing, however often it changes. */
  index(kind: string, id: string) {
    this.indexed.set(`${kind} ${id}`, { kind, id })
  }

  count(name: string, key: string, by: number) {
    const slot = `${name}\n${key}`
    this.counts.set(slot, { name, key, by: (this.counts.get(slot)?.by ?? 0) + by })
  }

  /** All of it travels in one message; the counters, which others wait for, come last. */
  async flush(db: Db, scope: Scope | undefined, origin: Origin | undefined) {
    if (!scope) return this.#writeDuties(db, scope)
    await Promise.all([
      this.#writeEvents(db, scope),
      this.#writeIndexed(db, scope),
      this.#writeAudits(db, scope, origin),
      this.#writeDuties(db, scope),
      this.#writeCounts(db, scope),
    ])
  }

  async #writeEvents(db: Db, scope: Scope) {
    if (this.events.length === 0) return
    const rows = this.events.map((event) => ({
      tenant_id: scope.tenantId,
      type: event.type,
      entity_kind: event.kind,
      entity_id: event.id,
      actor_id: scope.memberId ?? null,
      data: JSON.stringify(event.data ?? {}),
    }))
    await db.insertInto('events').values(rows).execute()
  }

  async #writeIndexed(db: Db, scope: Scope) {
    for (const { kind, id } of this.events) if (isIndexed(kind)) this.index(kind, id)
    if (this.indexed.size === 0) return
    const rows = [...this.indexed.values()].map(({ kind, id }) => ({ tenant_id: scope.tenantId, kind, entity_id: id }))
    await db.insertInto('search_pending').values(rows).execute()
  }

  async #writeAudits(db: Db, scope: Scope, origin: Origin | undefined) {
    if (this.audits.length === 0) return
    const rows = this.audits.map((entry) => ({
      tenant_id: scope.tenantId,
      actor_id: scope.memberId ?? null,
      act: entry.act,
      entity_kind: entry.kind,
      entity_id: entry.id,
      data: JSON.stringify(auditData(entry.act, entry.data ?? {})),
      request_id: origin?.requestId ?? '',
      address: origin?.address ?? '',
      device: origin?.device ?? '',
    }))
    await db.insertInto('audit_pending').values(rows).execute()
  }

  async #writeDuties(db: Db, scope: Scope | undefined) {
    if (this.duties.length === 0) return
    const traceparent = currentTraceparent()
    const duties = traceparent ? this.duties.map((duty) => withTrace(duty, traceparent)) : this.duties
    const rows = duties.map(({ aggregateId, topic, payload }) => ({
      shard: shardOf(aggregateId),
      tenant_id: scope?.tenantId ?? null,
      aggregate_id: aggregateId,
      topic,
      payload: JSON.stringify(payload),
      available_at: FAST_PATH,
    }))
    const written = await db.insertInto('outbox').values(rows).returning(['shard', 'id', OLDER_WAITS]).execute()
    // Behind an older row of its aggregate a row waits for the relay, which keeps the order.
    this.sent = written.flatMap((row, index) => {
      const made = duties[index]
      return made && !row.older_waits ? [{ shard: row.shard, id: row.id, ...made }] : []
    })
  }

  /** Sorted, so that two transactions can never wait for each other. */
  async #writeCounts(db: Db, scope: Scope) {
    const changed = [...this.counts.values()].filter((entry) => entry.by !== 0)
    if (changed.length === 0) return
    const rows = changed
      .sort((a, b) => (a.name === b.name ? (a.key < b.key ? -1 : 1) : a.name < b.name ? -1 : 1))
      .map((entry) => ({
        tenant_id: scope.tenantId,
        name: entry.name,
        key: entry.key,
        slot: sql<number>`(pg_backend_pid() % 16)::smallint`,
        n: entry.by,
      }))
    await db
      .insertInto('counters')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'name', 'key', 'slot']).doUpdateSet({ n: sql`counters.n + excluded.n` }),
      )
      .execute()
  }
}
