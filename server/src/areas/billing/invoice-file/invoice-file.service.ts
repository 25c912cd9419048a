import type { InvoiceId } from '@throughline/contracts/ids'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { Scope } from '../../../core/db/tenant-tx.ts'
import { notFound } from '../../../core/errors.ts'
import { attachment } from '../../../core/storage/file-name.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { drawInvoice } from './draw-invoice.ts'
import { findInvoice, findInvoiceFile, putInvoiceFile } from './invoice-file.queries.ts'

interface InvoiceFile {
  number: string
  bytes: Buffer
}

/** Drawn when it is first wanted and kept by its hash; from then on the same bytes are handed out. */
export async function invoiceFile(ctx: Context, storage: Storage, scope: Scope, id: string): Promise<InvoiceFile> {
  const { invoice, kept } = await readTenant(ctx, scope, async ({ db, tenantId }) => ({
    invoice: await findInvoice(db, tenantId, id),
    kept: await findInvoiceFile(db, tenantId, id),
  }))
  if (!invoice) throw notFound('This invoice')
  const { number } = invoice
  if (kept) return { number, bytes: await storage.readMade(scope.tenantId, kept) }
  const bytes = await drawInvoice(invoice)
  const sha256 = await storage.keepMade(scope.tenantId, bytes)
  await inTenant(ctx, scope, ({ db, tenantId }) => putInvoiceFile(db, tenantId, id, { sha256, bytes: bytes.length }))
  return { number, bytes }
}

export async function sendInvoice(
  ctx: Context,
  storage: Storage,
  scope: Scope,
  { id, reply }: { id: InvoiceId; reply: FastifyReply },
): Promise<Buffer> {
  const { number, bytes } = await invoiceFile(ctx, storage, scope, id)
  reply.type('application/pdf')
  reply.headers({ 'content-disposition': attachment(`${number}.pdf`), 'cache-control': 'no-store' })
  return bytes
}
