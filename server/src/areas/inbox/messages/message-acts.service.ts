import type { Body, Made } from '@throughline/contracts/endpoint'
import type { bulkMessages, markAllRead, moveMessage, Snooze } from '@throughline/contracts/inbox'
import { done, failed } from '../../../core/bulk-result.ts'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { onceForEach } from '../../../core/http/once-for-each.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { pokeInboxes } from '../telling/tell-people.ts'
import { lockInbox } from './labels.queries.ts'
import { labels, requireLabel } from './labels.service.ts'
import {
  endSnooze,
  markRead,
  putReadMark,
  setDeleted,
  setLabel,
  setRead,
  setRestored,
  setSnooze,
  setUnread,
  takeNumber,
  wantInboxes,
} from './message-acts.queries.ts'
import type { MessageRow } from './message-rows.queries.ts'
import { messagesOnWire } from './message-wire.ts'
import { requireMessage } from './messages.service.ts'

const HOUR = 3_600_000
const LONGEST_SNOOZE = 366 * 24 * HOUR
/** As many as are marked with the act itself; the rest counts as read at once and is marked by a job. */
const MARKED_AT_ONCE = 500

const missing = (path: string) => invalid('Enter the new value', [{ path, message: 'required' }])

type Act = (tx: TenantTx, row: MessageRow) => Promise<void>

/** One change of one message. The person's inbox is locked first, so that news of it and this come one after the other. */
async function change(tx: TenantTx, viewer: Viewer, id: string, act: Act): Promise<void> {
  await lockInbox(tx.db, viewer)
  await act(tx, await requireMessage(tx, viewer, id))
}

/** The person's other pages see it too. */
const publishChange = (ctx: Context, tx: TenantTx, { tenantId, memberId }: Viewer, ids: readonly string[]) =>
  tx.afterCommit(() => ctx.publish({ kind: 'inbox', tenantId, changed: ids.map((id) => [memberId, id]) }))

const changed = (ctx: Context, viewer: Viewer, id: string, act: Act): Promise<Made<typeof moveMessage>> =>
  inTenant(ctx, viewer, async (tx) => {
    await change(tx, viewer, id, act)
    publishChange(ctx, tx, viewer, [id])
    const [wire] = await messagesOnWire(tx, viewer, [await requireMessage(tx, viewer, id)])
    if (!wire) throw notFound('This message')
    return { data: wire }
  })

const reading =
  (viewer: Viewer, read: boolean): Act =>
  async ({ db }, { id, is_read }) => {
    if (read) await setRead(db, viewer, id)
    else if (is_read) await setUnread(db, viewer, id, await takeNumber(db, viewer))
  }

const moving =
  (viewer: Viewer, label: string): Act =>
  async (tx, row) => {
    await requireLabel(tx, viewer, label)
    const next = row.is_read ? 0n : await takeNumber(tx.db, viewer)
    await setLabel(tx.db, viewer, row.id, { label, isRead: row.is_read, next })
    await wakeBy(tx, row.due_at)
  }

/** What comes back by itself must be looked after by then; a day too early does no harm. */
async function wakeBy(tx: TenantTx, due: Date | null): Promise<void> {
  if (due && (await wantInboxes(tx.db, new Date(due.getTime() - 24 * HOUR)))) pokeInboxes(tx)
}

function requireTime(until: Date): void {
  const ahead = until.getTime() - Date.now()
  if (ahead <= 0) throw invalid('Choose a time in the future', [{ path: 'until', message: 'past' }])
  if (ahead > LONGEST_SNOOZE) throw invalid('Choose a time within a year', [{ path: 'until', message: 'too_late' }])
}

const snoozing =
  (viewer: Viewer, snooze: Snooze): Act =>
  async (tx, { id, needs_you, due_at }) => {
    if (snooze.until === null) {
      await endSnooze(tx.db, viewer, id)
      return wakeBy(tx, due_at)
    }
    if (snooze.until === undefined && !snooze.for_news) throw missing('until')
    if (needs_you && due_at && due_at.getTime() - HOUR <= Date.now()) {
      throw conflict('due_soon', 'This is due too soon to be snoozed')
    }
    const until = snooze.until ? new Date(snooze.until) : ('infinity' as const)
    if (until !== 'infinity') requireTime(until)
    const wake = await setSnooze(tx.db, viewer, id, until)
    if (wake && (await wantInboxes(tx.db, wake))) pokeInboxes(tx)
  }

const restoring =
  (viewer: Viewer): Act =>
  async (tx, { id, due_at }) => {
    await setRestored(tx.db, viewer, id)
    await wakeBy(tx, due_at)
  }

export const read = (ctx: Context, viewer: Viewer, id: string, isRead: boolean) =>
  changed(ctx, viewer, id, reading(viewer, isRead))

export const move = (ctx: Context, viewer: Viewer, id: string, label: string) =>
  changed(ctx, viewer, id, moving(viewer, label))

export const snooze = (ctx: Context, viewer: Viewer, id: string, asked: Snooze) =>
  changed(ctx, viewer, id, snoozing(viewer, asked))

export const remove = (ctx: Context, viewer: Viewer, id: string) =>
  inTenant(ctx, viewer, async (tx) => {
    await change(tx, viewer, id, ({ db }) => setDeleted(db, viewer, id))
    publishChange(ctx, tx, viewer, [id])
    return { id }
  })

export const restore = (ctx: Context, viewer: Viewer, id: string) => changed(ctx, viewer, id, restoring(viewer))

/** Answers at once however many there are: what commits later has a higher number, and stays unread. */
export const readAll = (ctx: Context, viewer: Viewer, label: string): Promise<Made<typeof markAllRead>> =>
  inTenant(ctx, viewer, async (tx) => {
    await requireLabel(tx, viewer, label)
    const upto = await lockInbox(tx.db, viewer)
    if ((await markRead(tx.db, viewer, label, upto, MARKED_AT_ONCE)) === MARKED_AT_ONCE) {
      await putReadMark(tx.db, viewer, label, upto)
      if (await wantInboxes(tx.db, new Date())) pokeInboxes(tx)
    }
    // More than a page would be sent one by one: the person's pages ask again.
    tx.emit({ type: 'message.read', kind: 'message', id: viewer.memberId, to: [viewer.memberId] })
    const [found] = (await labels(ctx, viewer)).filter(({ label_id }) => label_id === label)
    if (!found) throw notFound('This label')
    return { data: found }
  })

type BulkRequest = Body<typeof bulkMessages>

function actOf(viewer: Viewer, { act, label_id, snooze: asked }: BulkRequest): Act {
  switch (act) {
    case 'read':
      return reading(viewer, true)
    case 'unread':
      return reading(viewer, false)
    case 'label':
      if (label_id === undefined) throw missing('label_id')
      return moving(viewer, label_id)
    case 'snooze':
      if (asked === undefined) throw missing('snooze')
      return snoozing(viewer, asked)
    case 'delete':
      return ({ db }, { id }) => setDeleted(db, viewer, id)
    case 'restore':
      break
  }
  return restoring(viewer)
}

/** Each in a transaction of its own, with its own result. */
export async function changeMany(
  ctx: Context,
  viewer: Viewer,
  asked: BulkRequest,
  key: string,
): Promise<Made<typeof bulkMessages>> {
  const act = actOf(viewer, asked)
  const { ids, ...more } = asked
  const data: Made<typeof bulkMessages>['data'] = []
  for (const id of new Set(ids)) {
    try {
      await onceForEach(ctx, viewer, { key, id, asked: more }, async (tx) => {
        await change(tx, viewer, id, act)
        publishChange(ctx, tx, viewer, [id])
      })
      data.push(done(id))
    } catch (error) {
      data.push(failed(id, error))
    }
  }
  return { data }
}
