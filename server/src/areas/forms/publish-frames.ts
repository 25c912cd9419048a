import type { JsonObject } from '../../core/db/schema.gen.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { audienceOfForm } from '../workflows/workflows.public.ts'

export interface FormVisibility {
  id: string
  visibility: string
}

/** Tells the open pages of those who may see this form, and of nobody else: not even that it is there. */
export async function publishFormFrame(tx: TenantTx, type: string, { id, visibility }: FormVisibility): Promise<void> {
  const to = visibility === 'limited' ? await audienceOfForm(tx, id) : undefined
  tx.emit({ type, kind: 'form', id, ...(to && { to }) })
}

/** Tells the open pages of an act, and writes it into the trail. */
export async function recordFormAct(
  tx: TenantTx,
  act: string,
  row: FormVisibility & { title: string },
  data: JsonObject = {},
): Promise<void> {
  await publishFormFrame(tx, act, row)
  tx.audit({ act, kind: 'form', id: row.id, data: { name: row.title, ...data } })
}
