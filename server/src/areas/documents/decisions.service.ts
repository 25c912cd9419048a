import type { decideDocument } from '@throughline/contracts/document-acts'
import type { Body } from '@throughline/contracts/endpoint'
import type { DocumentId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { conflict } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { detailFor } from './detail.service.ts'
import { changeDocument } from './document.queries.ts'
import { requireVisibleDocument } from './document-visibility.ts'
import { isForbiddenOwn, ownVersion } from './own-version.ts'
import { publishDocumentFrame } from './publish-frames.ts'

/** About exactly the bytes that were looked at, or not at all. */
export const decide = (ctx: Context, viewer: Viewer, id: DocumentId, body: Body<typeof decideDocument>) =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const document = await requireVisibleDocument(tx, viewer, id, { lock: true })
    const { decision, comment, version_number: number } = body
    if (document.state !== 'clean') throw conflict('not_clean', 'This document hasn’t been checked yet')
    const sha256 = Buffer.from(body.sha256, 'hex')
    if (number !== document.current_version || !document.sha256?.equals(sha256)) {
      throw conflict('changed', 'The document changed after you opened it. Review it again.')
    }
    if (await isForbiddenOwn(tx, id, viewer.memberId)) throw ownVersion()
    await db
      .insertInto('document_decisions')
      .values({
        tenant_id: tenantId,
        document_id: id,
        number,
        sha256,
        verdict: decision,
        comment,
        member_id: viewer.memberId,
      })
      .execute()
    await changeDocument(db, tenantId, id, { status: decision === 'approve' ? 'approved' : 'rejected' })
    await publishDocumentFrame(tx, 'document.changed', document)
    const data = { name: document.name, version: number, sha256: body.sha256 }
    tx.audit({ act: decision === 'approve' ? 'document.approved' : 'document.rejected', kind: 'document', id, data })
    return await detailFor(tx, viewer, await requireVisibleDocument(tx, viewer, id))
  })
