import type { Body } from '@throughline/contracts/endpoint'
import type { setFormAccess } from '@throughline/contracts/forms'
import type { FormId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { beginAccessChange } from '../org/org.public.ts'
import { accessWire, writeAccess } from '../workflows/workflows.public.ts'
import { openFormForChange } from './opened.ts'
import { publishFormFrame, recordFormAct } from './publish-frames.ts'

export const limitForm = (ctx: Context, viewer: Viewer, id: FormId, body: Body<typeof setFormAccess>) =>
  inTenant(ctx, viewer, async (tx) => {
    await beginAccessChange(tx.db, tx.tenantId)
    const { row } = await openFormForChange(tx, viewer, id)
    // People who lose access are told too, by the access that was valid until now.
    await publishFormFrame(tx, 'form.access', row)
    const { before, after, rows } = await writeAccess(tx, viewer, 'form', row, body)
    await recordFormAct(tx, 'form.access', { ...row, visibility: body.visibility }, { before, after })
    return { data: accessWire(tx.tenantId, body.visibility, rows) }
  })
