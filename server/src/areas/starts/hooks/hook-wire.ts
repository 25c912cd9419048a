import {
  type Delivery,
  DeliveryState,
  type Hook,
  HookStyle,
  type ListedHook,
  RepeatBy,
} from '@throughline/contracts/hooks'
import { Json } from '@throughline/contracts/json'
import * as z from 'zod/mini'
import type { Config } from '../../../core/config.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { idsIn, type People, peopleOf } from '../../instances/instances.public.ts'
import { isHidden, shownInstance } from '../seen-instances.ts'
import { standInNames, standInWire } from '../stand-ins.ts'
import { isMisfit, reasonText } from '../start-reasons.ts'
import { Mapping } from './deliver.ts'
import type { DeliveryRow } from './deliveries.queries.ts'
import { Files } from './hook-files.ts'
import { type HookCounts, type HookRow, hookCounts } from './hooks.queries.ts'

const Fixed = z.record(z.string(), Json)
const NONE: HookCounts = { last_call_at: null, started: 0, rejected: 0, held: 0 }

const listedWire = (row: HookRow, people: People, counts = NONE): z.input<typeof ListedHook> => ({
  id: row.id,
  workflow_id: row.workflow_id,
  name: row.name,
  style: z.parse(HookStyle, row.style),
  paused_at: row.paused_at?.toISOString() ?? null,
  paused_by: (row.paused_by && people.get(row.paused_by)?.name) || null,
  ...counts,
  last_call_at: counts.last_call_at?.toISOString() ?? null,
})

/** As the overview lists them. */
export async function listedHooks(tx: ReadTx, rows: readonly HookRow[]) {
  const ids = rows.map(({ id }) => id)
  const counts = await hookCounts(tx.db, tx.tenantId, ids)
  const people = await peopleOf(
    tx,
    rows.map(({ paused_by }) => paused_by),
  )
  return rows.map((row) => listedWire(row, people, counts.get(row.id)))
}

/** Where other programs send their calls. */
const hookUrl = ({ APP_ORIGIN }: Pick<Config, 'APP_ORIGIN'>, id: string) => `${APP_ORIGIN}/v1/hooks/${id}/`

/** As its page shows it. */
export async function hookWire(config: Config, tx: ReadTx, row: HookRow): Promise<z.input<typeof Hook>> {
  const { db, tenantId } = tx
  const fixed = z.parse(Fixed, row.fixed_values)
  const named = idsIn(fixed)
  const told = row.told_id ?? row.created_by
  const people = await peopleOf(tx, [...named, told, row.paused_by, row.updated_by, row.secret_by])
  const nameOf = (id: string | null) => (id && people.get(id)?.name) || null
  const person = (id: string | null) => {
    const name = nameOf(id)
    return id && name ? { id, name } : null
  }
  const counts = await hookCounts(db, tenantId, [row.id])
  const { previous_end: end, previous_until: until } = row
  return {
    ...listedWire(row, people, counts.get(row.id)),
    url: hookUrl(config, row.id),
    secret: { end: row.secret_end, since: row.secret_at.toISOString(), by: nameOf(row.secret_by) },
    previous: end && until && until.getTime() > Date.now() ? { end, until: until.toISOString() } : null,
    repeat_by: z.parse(RepeatBy, row.repeat_by),
    repeat_path: row.repeat_path,
    title: row.title,
    files_path: row.files_path,
    mapping: z.parse(Mapping, row.field_mapping),
    fixed_values: fixed,
    people: named.flatMap((id) => person(id) ?? []),
    stand_in: standInWire(row, await standInNames(db, tenantId, row.stand_in_id ? [row.stand_in_id] : [])),
    told: person(told),
    version: row.version,
    saved_at: row.updated_at.toISOString(),
    saved_by: nameOf(row.updated_by),
  }
}

/** What a call waits as, where only a person can start it: it was held, and doesn't fit what the workflow asks for by now. */
export const misfitOf = ({ held_id, started_at, held_reason }: DeliveryRow): string | null =>
  started_at === null && isMisfit(held_reason) ? held_id : null

/** A call that was held has started once what it waited for came. */
export function deliveryWire(row: DeliveryRow): z.input<typeof Delivery> {
  return {
    id: row.id,
    at: row.at.toISOString(),
    state: row.state === 'held' && row.started_at ? 'started' : z.parse(DeliveryState, row.state),
    instance: shownInstance(row),
    reason: row.started_at ? null : (reasonText(row.held_reason) ?? reasonText(row.reason)),
    startable: misfitOf(row) !== null || (row.state === 'refused' && row.body !== null),
    took_ms: row.took_ms,
    files: isHidden(row) ? [] : z.parse(Files, row.files ?? []),
  }
}
