import { type DocumentDetail, DocumentState, DocumentVerdict } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { peopleOf, personOf } from '../instances/instances.public.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { decisionsAbout } from './decisions.queries.ts'
import type { StoredDocument } from './document.queries.ts'
import { requireVisibleDocument } from './document-visibility.ts'
import { documentFor } from './document-wire.ts'
import { isForbiddenOwn } from './own-version.ts'
import { relatedTo } from './related.queries.ts'
import { versionsOf } from './version.queries.ts'

type DetailWire = z.input<typeof DocumentDetail>

const MAX_VERSIONS = 100
const MAX_RELATED = 20
const MAX_DECISIONS = 100

async function versionsOnWire(tx: ReadTx, { id, current_version }: StoredDocument): Promise<DetailWire['versions']> {
  const versions = await versionsOf(tx.db, tx.tenantId, id, MAX_VERSIONS)
  const people = await peopleOf(
    tx,
    versions.map(({ created_by }) => created_by),
  )
  return versions.map((version) => ({
    version_number: version.number,
    name: version.name,
    size: version.size,
    content_type: version.media_type,
    sha256: version.sha256?.toString('hex') ?? null,
    state: z.parse(DocumentState, version.state),
    problem: version.problem,
    created_at: version.created_at.toISOString(),
    created_by: personOf(people, version.created_by),
    is_current: version.number === current_version,
    restored_from: version.restored_from,
  }))
}

async function decisionsOnWire(tx: ReadTx, id: string): Promise<DetailWire['decisions']> {
  const decisions = await decisionsAbout(tx.db, tx.tenantId, id, MAX_DECISIONS)
  const people = await peopleOf(
    tx,
    decisions.map(({ member_id }) => member_id),
  )
  return decisions.map(({ number, verdict, comment, member_id, task_id, at }) => ({
    verdict: z.parse(DocumentVerdict, verdict),
    by: personOf(people, member_id),
    at: at.toISOString(),
    comment,
    version_number: number,
    task_id,
  }))
}

/** Of a document that the viewer was found to see. */
export async function detailFor(tx: ReadTx, viewer: Viewer, document: StoredDocument): Promise<DetailWire> {
  const { db, tenantId } = tx
  const visible = await visibleTo(tx, viewer)
  const manage = may(viewer, 'documents.manage')
  const decidable = manage && document.state === 'clean' && document.deleted_at === null
  return {
    ...(await documentFor(tx, document.id)),
    versions: await versionsOnWire(tx, document),
    decisions: await decisionsOnWire(tx, document.id),
    related_files: document.instance_id
      ? await relatedTo(db, tenantId, { id: document.id, instanceId: document.instance_id }, visible, MAX_RELATED)
      : [],
    can: {
      manage,
      decide: decidable && !(await isForbiddenOwn(tx, document.id, viewer.memberId)),
      purge: may(viewer, 'trash.purge') && document.deleted_at !== null,
    },
  }
}

export const detailOf = (ctx: Context, viewer: Viewer, id: DocumentId): Promise<DetailWire> =>
  readTenant(ctx, viewer, async (tx) =>
    detailFor(tx, viewer, await requireVisibleDocument(tx, viewer, id, { state: 'any' })),
  )
