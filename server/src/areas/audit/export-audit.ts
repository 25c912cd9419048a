import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { answerCsv } from '../../core/csv/csv-answer.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { AuditFilter, AuditPosition } from './audit.queries.ts'
import { entriesAfter } from './audit.service.ts'

/** Read at a time; each page is a transaction of its own, so that a slow reader holds nothing open. */
const ROWS = 500

/** Staff act under no name in an organization's log. */
const STAFF = 'Throughline support'

/** In place of the name of what the reader may not see. */
const HIDDEN = 'Hidden'

const COLUMNS = {
  seq: 'Number',
  at: 'Time',
  actor: 'Who',
  act: 'What',
  entity: 'Subject',
  instance: 'Instance',
  address: 'Address',
  device: 'Device',
  data: 'Details',
  request_id: 'Request',
  hash: 'Hash',
}

async function* rowsOf(ctx: Context, viewer: Viewer, filter: AuditFilter) {
  let after: AuditPosition | undefined
  do {
    const { data, next } = await entriesAfter(ctx, viewer, filter, after, ROWS)
    for (const entry of data) {
      yield {
        ...entry,
        actor: entry.actor?.name ?? (entry.data['staff'] === true ? STAFF : ''),
        entity: entry.hidden ? HIDDEN : (entry.entity_name ?? `${entry.entity_kind} ${entry.entity_id ?? ''}`.trim()),
        instance: entry.instance ? `${entry.instance.key} ${entry.instance.name}` : '',
        data: JSON.stringify(entry.data),
      }
    }
    after = next
  } while (after)
}

/** For a file name: letters and digits of the organisation's name. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'organization'

export async function exportAuditRows(
  ctx: Context,
  viewer: Viewer,
  filter: AuditFilter,
  reply: FastifyReply,
): Promise<Readable> {
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  await inTenant(ctx, viewer, async (tx) =>
    tx.audit({ act: 'audit.exported', kind: 'organization', id: tx.tenantId, data: { filter: asked } }),
  )
  return answerCsv(reply, `audit-${slugOf(viewer.user.tenant_name)}`, COLUMNS, rowsOf(ctx, viewer, filter))
}
