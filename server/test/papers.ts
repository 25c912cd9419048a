import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Config } from '../src/core/config.ts'
import type { KeptFile } from '../src/core/storage/kept-uploads.ts'
import { createObjectStore } from '../src/core/storage/object-store.ts'

const inPdf = (text: string) => text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`).replaceAll(/[^\x20-\x7e]/g, '-')

/** One page with one line on it, as the smallest reader opens it. */
function pdf(line: string): Buffer {
  const text = `BT /F1 18 Tf 72 740 Td (${inPdf(line)}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const places: number[] = []
  let file = '%PDF-1.4\n'
  for (const [n, object] of objects.entries()) {
    places.push(file.length)
    file += `${n + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}

/** Papers that the people of the story hand in. They are written here, so that nothing in them has to be scanned. */
export function createPapers(config: Config) {
  const objects = createObjectStore(config)
  return {
    async keep(tenantId: string, name: string): Promise<KeptFile> {
      const content = pdf(name.replace(/\.pdf$/, ''))
      const sha256 = createHash('sha256').update(content).digest()
      const object_key = `tenants/${tenantId}/${sha256.toString('hex')}`
      await objects.put(object_key, Readable.from([content]))
      return { name, sha256, bytes: content.length, media_type: 'application/pdf', object_key }
    },
    close: () => objects.close(),
  }
}

export type Papers = ReturnType<typeof createPapers>
