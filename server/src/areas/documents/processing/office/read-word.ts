import type { PreviewBlock, PreviewRun } from '@throughline/contracts/document-preview'
import mammoth from 'mammoth'
import { type Block, wordsRead } from './blocks.ts'
import { plain, type Read } from './reading.ts'

/** What of the library's tree is looked at. */
interface Node {
  type: string
  children?: Node[]
  value?: string
  styleName?: string | null
  numbering?: { level: string | number; isOrdered: boolean } | null
  isBold?: boolean
  isItalic?: boolean
}

function textOf({ type, value, children = [] }: Node): string {
  if (type === 'text') return plain(value ?? '')
  if (type === 'tab') return '\t'
  if (type === 'break') return '\n'
  return children.map(textOf).join('')
}

function runsOf({ children = [] }: Node): PreviewRun[] {
  return children.flatMap((child) => {
    if (child.type !== 'run') return runsOf(child)
    const text = textOf(child)
    if (text === '') return []
    return [{ text, ...(child.isBold && { bold: true }), ...(child.isItalic && { italic: true }) }]
  })
}

const cellText = ({ children = [] }: Node) => children.map(textOf).join('\n').trim()

function paragraph(node: Node): Block {
  const runs = runsOf(node)
  const heading = /^heading (\d)$/i.exec(node.styleName ?? '')
  if (heading || node.styleName === 'Title') return { kind: 'heading', level: Number(heading?.[1] ?? 1), runs }
  const { numbering } = node
  if (numbering) return { kind: 'item', level: Number(numbering.level), ordered: numbering.isOrdered, runs }
  return { kind: 'paragraph', runs }
}

function blocksOf(nodes: readonly Node[]): PreviewBlock[] {
  return nodes.flatMap((node): PreviewBlock[] => {
    if (node.type === 'paragraph') return [paragraph(node)]
    if (node.type !== 'table') return blocksOf(node.children ?? [])
    return [{ kind: 'table', rows: (node.children ?? []).map(({ children = [] }) => children.map(cellText)) }]
  })
}

/** Only the library's reading is used: it is given nothing to write. */
export async function wordOf(bytes: Buffer): Promise<Read> {
  let blocks: PreviewBlock[] = []
  await mammoth.convertToHtml(
    { buffer: bytes },
    {
      transformDocument: (document: Node) => {
        blocks = blocksOf(document.children ?? [])
        return { ...document, children: [] }
      },
    },
  )
  return wordsRead(blocks)
}
