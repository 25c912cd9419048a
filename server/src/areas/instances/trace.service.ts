import type { Made, Query } from '@throughline/contracts/endpoint'
import type { InstanceId } from '@throughline/contracts/ids'
import type { TraceFilter, traceInstance } from '@throughline/contracts/instance-acts'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { filesGiven } from './answers.queries.ts'
import { type Version, versionIfReadable } from './engine/version.ts'
import { originProblems } from './instances.ports.ts'
import { recognizesRepeat } from './tools/recognizes-repeat.ts'
import {
  countFailures,
  decisionsOn,
  effectsOf,
  findTraced,
  openingsOf,
  type TracedEffect,
  type TurnRow,
  ticketsOf,
  turnsOf,
} from './trace.queries.ts'
import { type EntryWire, entriesIn, idsAmong, runsIn, type TraceFacts } from './trace-entries.ts'
import { requireVisibleInstance } from './visibility.service.ts'
import { peopleOf, personOf } from './wire.service.ts'

type Traced = Awaited<ReturnType<typeof findTraced>>

const TRACE = 'trace'
const Uuid = z.uuid()

const KINDS: Record<Exclude<TraceFilter, 'all'>, (entry: EntryWire) => boolean> = {
  people: ({ by }) => by !== null,
  automations: ({ type }) => type === 'tool' || type === 'condition' || type === 'wait' || type === 'subworkflow',
  errors: ({ kind, effect, problems }) =>
    kind === 'failed' || kind === 'retried' || kind === 'overridden' || effect?.state === 'failed' || !!problems,
}

/** Of the steps that called something. */
async function recognizingAmong(tx: ReadTx, { doc }: Version, effects: readonly TracedEffect[]): Promise<Set<string>> {
  const recognizing = new Set<string>()
  for (const id of new Set(effects.map(({ step }) => step))) {
    const step = Object.hasOwn(doc.steps, id) ? doc.steps[id] : undefined
    if (await recognizesRepeat(tx, step)) recognizing.add(id)
  }
  return recognizing
}

async function factsOf(tx: ReadTx, instance: Traced, turns: readonly TurnRow[]): Promise<TraceFacts> {
  const { db, tenantId } = tx
  const runs = [...new Map(turns.flatMap(runsIn).map((run) => [`${run.step} ${run.round}`, run])).values()]
  const tasks = await ticketsOf(db, tenantId, instance.id, runs)
  const actors = turns.flatMap(({ events }) => events.flatMap((event) => ('by' in event ? event.by : [])))
  const isOutside = instance.source === 'webhook' || instance.source === 'mail'
  const version = await versionIfReadable(db, tenantId, instance.workflow_id, instance.workflow_version)
  const effects = await effectsOf(db, tenantId, instance.id, runs)
  return {
    instance,
    originProblems: isOutside ? await originProblems.call(tx, instance.id) : [],
    version,
    tasks,
    effects,
    recognizing: await recognizingAmong(tx, version, effects),
    openings: await openingsOf(db, tenantId, instance.id, runs),
    decisions: await decisionsOn(
      db,
      tenantId,
      tasks.map(({ id }) => id),
    ),
    // The engine itself acts too, and has no id.
    people: await peopleOf(tx, [instance.started_by, ...actors.filter((id) => Uuid.safeParse(id).success)]),
  }
}

/** Every turn with what it did, newest first; under a filter those that have nothing of it are left out. */
export const traceOf = (
  ctx: Context,
  viewer: Viewer,
  id: InstanceId,
  { cursor, limit, filter }: Query<typeof traceInstance>,
): Promise<Made<typeof traceInstance>> =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisibleInstance(tx, viewer, id, { state: 'any' })
    const instance = await findTraced(tx.db, tx.tenantId, id)
    const cursors = cursorsOf(ctx, tx.tenantId, TRACE, { id, filter })
    const [before] = cursors.decode(cursor) ?? []
    const seq = before === undefined ? undefined : Number(before)
    const rows = await turnsOf(tx.db, tx.tenantId, id, seq, limit + 1)
    const { data, next } = pageOf(rows, limit, (turn) => cursors.encode([String(turn.seq)]))
    const facts = await factsOf(tx, instance, data)
    const told = data
      .map((turn) => {
        const entries = entriesIn(facts, turn).filter((entry) => filter === 'all' || KINDS[filter](entry))
        return { turn, entries, ids: idsAmong(entries) }
      })
      .filter(({ entries }) => entries.length > 0)
    const among = told.flatMap(({ ids }) => ids)
    const named = await peopleOf(tx, among)
    const given = await filesGiven(tx.db, tx.tenantId, [id], among)
    const files = given.map((file) => ({ id: file.id, name: file.name }))
    return {
      data: told.map(({ turn: { seq: number, at, committed_at }, entries, ids }) => ({
        seq: number,
        at: at.toISOString(),
        took: Math.max(0, committed_at.getTime() - at.getTime()),
        entries,
        people: [...new Set(ids)].flatMap((one) => personOf(named, one) ?? []),
        files: files.filter((file) => ids.includes(file.id)),
      })),
      total: instance.seq,
      failures: await countFailures(tx.db, tx.tenantId, id),
      time_zone: instance.time_zone,
      pagination: { next_cursor: next ?? null },
    }
  })
