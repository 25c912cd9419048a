import type { Body } from '@throughline/contracts/endpoint'
import type { discardFormDraft, publishForm, setFormIntake } from '@throughline/contracts/forms'
import type { FormId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { removeAddress } from '../../core/db/public-addresses.ts'
import { conflict } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { closedOf } from './closed.ts'
import { changeDraft, requireCurrentForm } from './draft-change.ts'
import { wholeForm } from './form-wire.ts'
import { changeForm, type FormUpdate } from './forms.queries.ts'
import { openFormForChange } from './opened.ts'
import { publishDraft } from './publish.ts'
import { recordFormAct } from './publish-frames.ts'
import { submissionCounts } from './submission-count.ts'

export const putOnline = (ctx: Context, viewer: Viewer, id: FormId, body: Body<typeof publishForm>) =>
  inTenant(ctx, viewer, async (tx) => {
    const opened = await openFormForChange(tx, viewer, id)
    await requireCurrentForm(tx, opened, body.base_version)
    await publishDraft(tx, viewer, opened, body)
    return wholeForm(tx, viewer, ctx.config, id)
  })

/** One that is not published stays as it is. */
export const takeOffline = (ctx: Context, viewer: Viewer, id: FormId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { row } = await openFormForChange(tx, viewer, id)
    if (row.current_version !== null) {
      await changeForm(tx.db, tx.tenantId, id, { current_version: null })
      await removeAddress(tx.db, tx.tenantId, 'form', id)
      await recordFormAct(tx, 'form.unpublished', row, { number: row.current_version })
    }
    return wholeForm(tx, viewer, ctx.config, id)
  })

export const dropDraft = (ctx: Context, viewer: Viewer, id: FormId, body: Body<typeof discardFormDraft>) =>
  inTenant(ctx, viewer, async (tx) => {
    const opened = await openFormForChange(tx, viewer, id)
    await requireCurrentForm(tx, opened, body.base_version)
    if (!opened.latest) {
      throw conflict('never_published', 'This form hasn’t been published yet, so the draft can’t be discarded')
    }
    const { row } = await changeDraft(tx, viewer, opened, opened.latest)
    if (row.version !== opened.row.version) {
      await recordFormAct(tx, 'form.draft_discarded', row, { changes: opened.row.draft_changes })
    }
    return wholeForm(tx, viewer, ctx.config, id)
  })

/** Reopening also ends what closed it by itself: a day that has passed, a number that is reached. */
function intakeChange(
  body: Body<typeof setFormIntake>,
  row: Required<Pick<FormUpdate, 'closed_at' | 'closes_at' | 'closes_after'>>,
  because: 'by_hand' | 'date' | 'limit' | undefined,
): FormUpdate {
  const { closed, closes_at, closes_after, ...rest } = body
  return {
    ...rest,
    ...(closed === true && !row.closed_at && { closed_at: new Date() }),
    ...(closed === false && { closed_at: null }),
    ...(closed === false && because === 'date' && { closes_at: null }),
    ...(closed === false && because === 'limit' && { closes_after: null }),
    ...(closes_at !== undefined && { closes_at: closes_at === null ? null : new Date(closes_at) }),
    ...(closes_after !== undefined && { closes_after }),
  }
}

const plain = (value: Date | number | null) => (value instanceof Date ? value.toISOString() : value)

const INTAKE = [
  'closed_at',
  'closes_at',
  'closes_after',
  'retention_days',
  'max_files',
  'max_megabytes',
  'max_megabytes_a_day',
] as const

export const changeIntake = (ctx: Context, viewer: Viewer, id: FormId, body: Body<typeof setFormIntake>) =>
  inTenant(ctx, viewer, async (tx) => {
    const { row } = await openFormForChange(tx, viewer, id)
    const received = (await submissionCounts(tx, [id])).get(id) ?? 0
    const byItself = closedOf({ ...row, closed_at: null }, received, new Date())?.because
    const change = intakeChange(body, row, byItself)
    const changed = INTAKE.flatMap((name) => {
      const after = change[name]
      return after === undefined || plain(after) === plain(row[name]) ? [] : [{ name, after: plain(after) }]
    })
    if (changed.length > 0) {
      await changeForm(tx.db, tx.tenantId, id, change)
      await recordFormAct(tx, 'form.intake_changed', row, {
        before: Object.fromEntries(changed.map(({ name }) => [name, plain(row[name])])),
        after: Object.fromEntries(changed.map(({ name, after }) => [name, after])),
      })
    }
    return wholeForm(tx, viewer, ctx.config, id)
  })
