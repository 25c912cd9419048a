import { sql } from 'kysely'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { allowed, within } from '../filters.ts'
import { among, type Kind, type Look, type OtherRow, section } from './kind.ts'

const messagesOf = ({ db, tenantId }: ReadTx, ids: readonly string[]) =>
  db
    .selectFrom('messages')
    .select(['id', 'member_id', 'title', 'body', 'news_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', among(ids))
    .where('deleted_at', 'is', null)
    .execute()

const isOwn = ({ viewer }: Look) => sql<boolean>`n.member_id = ${viewer.memberId}::uuid`

/** Found by the person whose inbox it is in, and by nobody else. */
export const messageKind: Kind = {
  // Events of kind `message` name an inbox; its messages are indexed by whoever writes them.
  name: 'inbox_message',
  letter: 'm',
  group: 'more',
  types: ['message'],
  permission: 'work.view',
  table: 'messages',
  alias: 'n',
  read: async (tx, ids) =>
    (await messagesOf(tx, ids)).map(({ id, member_id, title, body, news_at }) => ({
      id,
      title,
      sections: section('text', body),
      ownerId: member_id,
      changedAt: news_at,
    })),
  scope: isOwn,
  conditions: (look) => {
    const filtered = allowed(look.filters, {
      from: (ids) => sql`n.sender_id = any (${ids}::uuid[])`,
      updated: (range) => within('n.news_at', range),
    })
    return filtered && [isOwn(look), sql<boolean>`n.deleted_at is null`, ...filtered]
  },
  hits: async (tx, viewer, ids) =>
    (await messagesOf(tx, ids))
      .filter(({ member_id }) => member_id === viewer.memberId)
      .map(
        ({ id, title, news_at }): OtherRow => ({
          kind: 'message',
          id,
          label: 'Message',
          name: title,
          context: '',
          path: `/inbox?message=${id}`,
          updated_at: news_at.toISOString(),
        }),
      ),
}
