import { sql } from 'kysely'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { isTaskVisible } from '../../tasks/tasks.public.ts'
import { allowed, within } from '../filters.ts'
import { isFileVisible } from './files.ts'
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

/** Of what its reader may not see any more the inbox says nothing: its words are not found either. */
function isShown(look: Look) {
  const { tx, viewer, visible } = look
  return sql<boolean>`case
    when n.document_id is not null then exists (select from documents d where d.tenant_id = ${tx.tenantId}
      and d.id = n.document_id and d.deleted_at is null and not d.in_trash and ${isFileVisible(look)} offset 0)
    when n.task_id is not null then exists (select from tasks t where t.tenant_id = ${tx.tenantId}
      and t.id = n.task_id and not t.in_trash and ${isTaskVisible(visible, tx.tenantId, viewer.memberId)} offset 0)
    when n.instance_id is not null then exists (select from instances i where i.tenant_id = ${tx.tenantId}
      and i.id = n.instance_id and i.deleted_at is null and ${visible.ofInstance('i')} offset 0)
    when n.workflow_id is not null then exists (select from workflows w where w.tenant_id = ${tx.tenantId}
      and w.id = n.workflow_id and w.deleted_at is null and ${visible.ofWorkflow('w.id')} offset 0)
    else true end`
}

/** Found by the person whose inbox it is in, and by nobody else. */
export const messageKind: Kind = {
  // Events of kind `message` name an inbox; the code that writes a message has it indexed.
  name: 'inbox_message',
  letter: 'm',
  group: 'more',
  types: ['message'],
  permission: 'work.view',
  table: 'messages',
  alias: 'n',
  changed: 'news_at',
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
    return filtered && [isOwn(look), sql<boolean>`n.deleted_at is null`, isShown(look), ...filtered]
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
