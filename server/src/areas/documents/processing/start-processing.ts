import type { TenantTx } from '../../../core/db/tenant-tx.ts'

export interface Try {
  documentId: string
  number: number
  /** Counted up by whoever asks for another one. */
  tries: number
}

/** Has what waits in quarantine scanned. */
export function pokeScanning(tx: Pick<TenantTx, 'poke' | 'tenantId'>): void {
  const { tenantId } = tx
  tx.poke(tenantId, { workflow: 'scanWaiting', workflowId: `scan:${tenantId}:waiting`, args: { tenantId } })
}

/** Reads a clean version. With the rows it is about: neither is there without the other. */
export function startProcessing(tx: Pick<TenantTx, 'start' | 'tenantId'>, { documentId, number, tries }: Try): void {
  tx.start(documentId, {
    workflow: 'processDocument',
    workflowId: `document:${documentId}:${number}:${tries}`,
    args: { tenantId: tx.tenantId, documentId, number },
  })
}
