import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { audienceOfInstance, partsInTasks } from '../instances/instances.public.ts'
import { audienceOf, audienceOfForm } from '../workflows/workflows.public.ts'

export interface DocumentVisibility {
  id: string
  task_id: string | null
  instance_id: string | null
  workflow_id: string | null
  /** Of what came with a response to a form; its form's until an instance has it. */
  form_id?: string | null
  narrowed: boolean
}

/** Undefined: everyone. */
export async function audienceOfDocument(
  tx: ReadTx,
  { task_id, instance_id, workflow_id, form_id, narrowed }: Omit<DocumentVisibility, 'id'>,
) {
  if (form_id && !instance_id) return audienceOfForm(tx, form_id)
  if (!workflow_id) return undefined
  if (!instance_id) return audienceOf(tx, workflow_id)
  const seeing = await audienceOfInstance(tx, { id: instance_id, workflow_id, narrowed })
  if (!seeing || !task_id) return seeing
  const parts = await partsInTasks(tx.db, tx.tenantId, [task_id])
  return [...new Set([...seeing, ...parts.map(({ member_id }) => member_id)])]
}

/** Ids of what a document belongs to. */
export const placeOfDocument = ({
  task_id,
  instance_id,
  workflow_id,
}: Omit<DocumentVisibility, 'id' | 'narrowed'>) => ({
  ...(task_id && { task: task_id }),
  ...(instance_id && { instance: instance_id }),
  ...(workflow_id && { workflow: workflow_id }),
})

/** Who sees it is known already, for several documents of one place. */
export function emitDocumentFrame(
  tx: TenantTx,
  type: string,
  document: Omit<DocumentVisibility, 'narrowed'>,
  to: readonly string[] | undefined,
): void {
  tx.emit({ type, kind: 'document', id: document.id, within: placeOfDocument(document), ...(to && { to }) })
}

/** Tells the open pages of those who may see this document, and of nobody else. */
export async function publishDocumentFrame(tx: TenantTx, type: string, document: DocumentVisibility): Promise<void> {
  emitDocumentFrame(tx, type, document, await audienceOfDocument(tx, document))
}
