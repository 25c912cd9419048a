interface Pages {
  texts?: readonly string[]
  picture?: { jpeg: Buffer; width: number; height: number }
  /** Into the catalogue: what is done when the file is opened, say. */
  catalogue?: string
  /** Into each page. */
  page?: string
  /** Further objects, numbered from 100 on. */
  objects?: readonly string[]
}

const FIRST_OWN = 100

const stream = (content: Buffer, about = '') =>
  Buffer.concat([
    Buffer.from(`<< ${about} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])

const written = (text: string) => text.replaceAll(/[()\\]/g, (one) => `\\${one}`)

function drawing(text: string | undefined, { picture }: Pages): Buffer {
  if (picture) return Buffer.from(`q 500 0 0 ${Math.round((500 * picture.height) / picture.width)} 50 400 cm /Im Do Q`)
  return Buffer.from(`BT /F 18 Tf 72 700 Td (${written(text ?? '')}) Tj ET`)
}

/** A whole file with its table of objects. */
export function pdf(pages: Pages): Buffer {
  const { texts = [''], picture, catalogue = '', page = '', objects = [] } = pages
  const kids = texts.map((_, n) => 10 + 2 * n)
  const all = new Map<number, Buffer>([
    [1, Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`)],
    [2, Buffer.from(`<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] >>`)],
    [3, Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')],
  ])
  if (picture) {
    const about = `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`
    all.set(4, stream(picture.jpeg, about))
  }
  const resources = `<< /Font << /F 3 0 R >> ${picture ? '/XObject << /Im 4 0 R >>' : ''} >>`
  texts.forEach((text, n) => {
    const id = 10 + 2 * n
    const head = '/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]'
    all.set(id, Buffer.from(`<< ${head} /Resources ${resources} /Contents ${id + 1} 0 R ${page} >>`))
    all.set(id + 1, stream(drawing(text, pages)))
  })
  objects.forEach((object, n) => all.set(FIRST_OWN + n, Buffer.from(object)))
  return assembled(all)
}

function assembled(objects: ReadonlyMap<number, Buffer>): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  let at = parts[0]?.length ?? 0
  const table = new Map<number, number>()
  for (const [id, content] of objects) {
    table.set(id, at)
    const object = Buffer.concat([Buffer.from(`${id} 0 obj\n`), content, Buffer.from('\nendobj\n')])
    parts.push(object)
    at += object.length
  }
  const size = Math.max(...objects.keys()) + 1
  const lines = Array.from({ length: size }, (_, id) => {
    const place = table.get(id)
    return place === undefined ? '0000000000 65535 f \n' : `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 ${size}\n${lines.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}
