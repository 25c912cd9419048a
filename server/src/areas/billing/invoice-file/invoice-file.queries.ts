import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { InvoiceContent } from './draw-invoice.ts'

type Row = Omit<InvoiceContent, 'seller' | 'buyer' | 'lines'> & {
  seller: { name: string; address: string; tax_number: string | null }
  buyer: { company: string; address?: string; tax_number?: string | null }
}

/** As it was billed: with the parties as they were called then. */
export async function findInvoice(db: Db, tenantId: string, id: string): Promise<InvoiceContent | undefined> {
  const { rows } = await sql<Row>`select i.kind, i.number, i.seller, i.buyer, i.words, i.issued_on::text, i.issued_at,
      i.currency, i.net, i.total, coalesce(p.method, '') as method, coalesce(p.payment_ref, '') as payment_ref,
      (select c.number from invoices c where c.tenant_id = i.tenant_id and c.id = i.corrects) as corrects
    from invoices i join payments p on p.tenant_id = i.tenant_id and p.id = i.payment_id
    where i.tenant_id = ${tenantId} and i.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { rows: lines } = await sql<
    InvoiceContent['lines'][number]
  >`select kind, title, detail, amount from invoice_lines
    where tenant_id = ${tenantId} and invoice_id = ${id} order by line`.execute(db)
  const { name, address, tax_number } = row.seller
  const buyer = {
    name: row.buyer.company,
    address: row.buyer.address ?? '',
    tax_number: row.buyer.tax_number ?? null,
  }
  return { ...row, seller: { name, address, tax_number }, buyer, lines }
}

/** Its hash, if it was drawn before. */
export async function findInvoiceFile(db: Db, tenantId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ sha256: string }>`select encode(sha256, 'hex') as sha256 from invoice_files
    where tenant_id = ${tenantId} and invoice_id = ${id}`.execute(db)
  return rows[0]?.sha256
}

export async function putInvoiceFile(db: Db, tenantId: string, id: string, file: { sha256: string; bytes: number }) {
  await sql`insert into invoice_files (tenant_id, invoice_id, sha256, bytes)
    values (${tenantId}, ${id}, decode(${file.sha256}, 'hex'), ${file.bytes}) on conflict do nothing`.execute(db)
}
