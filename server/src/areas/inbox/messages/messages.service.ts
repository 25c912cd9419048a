import type { Made, Query } from '@throughline/contracts/endpoint'
import {
  type countMessages,
  type getMessage,
  type listMessages,
  MessageType,
  OpenMessage,
} from '@throughline/contracts/inbox'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { cursorsOf } from '../../../core/db/cursor.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { peopleOf } from '../../instances/instances.public.ts'
import { auditForwarded } from './forwarded.service.ts'
import { labelIdsOf, requireLabel } from './labels.service.ts'
import {
  askingPage,
  countDeleted,
  countLabels,
  countOf,
  countSnoozed,
  deletedPage,
  type Filter,
  findMessages,
  latestNews,
  type MessageRow,
  MOST_COUNTED,
  needsYouPage,
  otherPage,
  snoozedPage,
} from './message-rows.queries.ts'
import { messagesOnWire } from './message-wire.ts'

type ListRequest = Query<typeof listMessages>
type Listed = Promise<Made<typeof listMessages>>

interface Scan {
  /** From where a cursor says, this many. */
  page(keys: readonly string[] | undefined, limit: number): Promise<MessageRow[]>
  keysOf(row: MessageRow): string[]
  total(): Promise<number>
}

const asKeys = (keys: readonly string[] | undefined) => ({ due: keys?.[1] ?? '', id: keys?.[2] ?? '' })

/** What needs the person, then everything else: the first key of a cursor says in which of both it stands. */
function scanLabel(tx: ReadTx, viewer: Viewer, filter: Filter): Scan {
  const { db } = tx
  return {
    page: async (keys, limit) => {
      if (keys?.[0] === 'other') return otherPage(db, viewer, filter, keys[1], limit)
      const asking = await askingPage(db, viewer, filter, keys && asKeys(keys), limit)
      if (asking.length >= limit) return asking
      return [...asking, ...(await otherPage(db, viewer, filter, undefined, limit - asking.length))]
    },
    keysOf: ({ needs_you, due_sort, id, news_no }) => (needs_you ? ['asking', due_sort, id] : ['other', news_no]),
    total: () => countOf(db, viewer, filter),
  }
}

async function scanView(tx: ReadTx, viewer: Viewer, view: NonNullable<ListRequest['view']>): Promise<Scan> {
  const { db } = tx
  if (view === 'needs_you') {
    const labels = await labelIdsOf(tx, viewer)
    return {
      page: (keys, limit) => needsYouPage(db, viewer, labels, keys && asKeys(keys), limit),
      keysOf: ({ due_sort, id }) => ['asking', due_sort, id],
      total: async () => {
        const counts = await countLabels(db, viewer, labels)
        return Math.min(
          MOST_COUNTED,
          counts.reduce((sum, { asking }) => sum + asking, 0),
        )
      },
    }
  }
  if (view === 'snoozed')
    return {
      page: (keys, limit) => snoozedPage(db, viewer, keys && { until: keys[0] ?? '', id: keys[1] ?? '' }, limit),
      keysOf: ({ snoozed_until, id }) => [snoozed_until ?? '', id],
      total: async () => (await countSnoozed(db, viewer)).n,
    }
  return {
    page: (keys, limit) => deletedPage(db, viewer, keys && { at: keys[0] ?? '', id: keys[1] ?? '' }, limit),
    keysOf: ({ deleted_at, id }) => [deleted_at ?? '', id],
    total: () => countDeleted(db, viewer),
  }
}

/** Page numbers reach as far as is counted; beyond that there are cursors. */
const skipOf = ({ cursor, page, perPage }: ListRequest) => (cursor ? 0 : Math.min((page - 1) * perPage, MOST_COUNTED))

export const messages = (ctx: Context, viewer: Viewer, asked: ListRequest): Listed =>
  readTenant(ctx, viewer, async (tx) => {
    const { label, view, readStatus, type, perPage, page } = asked
    if (!view) await requireLabel(tx, viewer, label)
    const filter = { label, unread: readStatus === 'unread', family: type }
    const scan = view ? await scanView(tx, viewer, view) : scanLabel(tx, viewer, filter)
    const cursors = cursorsOf(ctx, tx.tenantId, 'messages', [viewer.memberId, view ?? filter])
    const skip = skipOf(asked)
    const rows = await scan.page(cursors.decode(asked.cursor), skip + perPage + 1)
    const shown = rows.slice(skip, skip + perPage)
    const last = shown.at(-1)
    const hasMore = rows.length > skip + perPage
    return {
      data: await messagesOnWire(tx, viewer, shown),
      pagination: {
        total: await scan.total(),
        page,
        perPage,
        hasMore,
        next_cursor: hasMore && last ? cursors.encode(scan.keysOf(last)) : null,
      },
    }
  })

/** Hidden from everybody but its owner: somebody else's is not there. */
export async function requireMessage({ db }: ReadTx, viewer: Viewer, id: string): Promise<MessageRow> {
  const [row] = await findMessages(db, viewer, [id])
  if (!row) throw notFound('This message')
  return row
}

export async function openMessage(ctx: Context, viewer: Viewer, id: string): Promise<Made<typeof getMessage>> {
  const data = await readTenant(ctx, viewer, (tx) => findOpen(tx, viewer, id))
  if (data) return { data }
  await auditForwarded(ctx, viewer, id)
  throw notFound('This message')
}

async function findOpen(tx: ReadTx, viewer: Viewer, id: string): Promise<Made<typeof getMessage>['data'] | undefined> {
  const [row] = await findMessages(tx.db, viewer, [id])
  const [wire] = row ? await messagesOnWire(tx, viewer, [row]) : []
  if (!row || !wire) return undefined
  const news = wire.gone ? [] : await latestNews(tx.db, viewer, id)
  const people = await peopleOf(
    tx,
    news.map(({ sender_id }) => sender_id),
  )
  return {
    ...wire,
    because: z.parse(OpenMessage.shape.because, row.because),
    news: news.map(({ type, body, sender_id, comment_id, at }) => {
      const sender = sender_id ? people.get(sender_id) : undefined
      return {
        type: z.parse(MessageType, type),
        text: body,
        at: at.toISOString(),
        comment_id,
        sender: sender ? { id: sender.id, name: sender.name, avatar: sender.photo } : null,
      }
    }),
  }
}

export const counts = (ctx: Context, viewer: Viewer): Promise<Made<typeof countMessages>> =>
  readTenant(ctx, viewer, async (tx) => {
    const found = await countLabels(tx.db, viewer, await labelIdsOf(tx, viewer))
    const snoozed = await countSnoozed(tx.db, viewer)
    const sum = (of: (one: (typeof found)[number]) => number) =>
      Math.min(
        MOST_COUNTED,
        found.reduce((total, one) => total + of(one), 0),
      )
    return {
      data: {
        unread: sum((one) => (one.label === 'archived' ? 0 : one.unread)),
        needs_you: sum(({ asking }) => asking),
        snoozed: snoozed.n,
        next_return: snoozed.next?.toISOString() ?? null,
      },
    }
  })
