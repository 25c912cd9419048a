import { piecesOf } from '@throughline/flow/site-view'

type Mark = { kind: 'text' | 'bold' | 'italic' } | { kind: 'link'; link: string }
type Run = Mark & { text: string }

const TAGS = { bold: 'b', italic: 'i', link: 'a' } as const

/** Text with its marks as nodes that can be written in. */
function nodesOf(line: string): Node[] {
  return piecesOf(line).map((piece) => {
    if (piece.kind === 'text') return document.createTextNode(piece.text)
    const node = document.createElement(TAGS[piece.kind])
    if (piece.kind === 'link') node.setAttribute('href', piece.link)
    node.textContent = piece.text
    return node
  })
}

const paragraphsOf = (text: string) => text.split(/\n[^\S\n]*\n\s*/)

/** One block for each paragraph, as on the page. Headings and titles are one line without marks. */
export function drawText(place: HTMLElement, text: string, rich: boolean): void {
  if (!rich) {
    place.textContent = text
    return
  }
  place.replaceChildren(
    ...paragraphsOf(text).map((paragraph) => {
      const block = document.createElement('p')
      const lines = paragraph.split('\n').map(nodesOf)
      block.append(...lines.flatMap((nodes, at) => (at === 0 ? nodes : [document.createElement('br'), ...nodes])))
      // A block without anything in it has no line to write on.
      if (paragraph === '') block.append(document.createElement('br'))
      return block
    }),
  )
}

function markOf(element: Element): Mark | undefined {
  const link = element.tagName === 'A' && element.getAttribute('href')
  if (link) return { kind: 'link', link }
  if (/^(B|STRONG)$/.test(element.tagName)) return { kind: 'bold' }
  return /^(I|EM)$/.test(element.tagName) ? { kind: 'italic' } : undefined
}

const TEXT_NODE = 3
/** Nodes of a parsed clipboard belong to another document, so that `instanceof` does not know them. */
const isElement = (node: Node): node is Element => node.nodeType === 1

const BLOCK = /^(P|DIV|H[1-6]|LI|UL|OL|BLOCKQUOTE|TR|TABLE|SECTION|ARTICLE|PRE|BODY)$/
const SKIPPED = /^(STYLE|SCRIPT|TEMPLATE|TITLE|NOSCRIPT)$/

/** The runs of each paragraph; what is no mark of ours is read as the text that it holds. */
function runsIn(root: Node): Run[][] {
  const paragraphs: Run[][] = [[]]
  const add = (text: string, mark: Mark) => {
    const runs = paragraphs.at(-1)
    const last = runs?.at(-1)
    const isSame =
      last?.kind === mark.kind && (mark.kind !== 'link' || (last.kind === 'link' && last.link === mark.link))
    if (last && isSame) last.text += text
    else runs?.push({ ...mark, text })
  }
  const walk = (node: Node, mark: Mark) => {
    for (const child of node.childNodes) {
      if (child.nodeType === TEXT_NODE) add((child.textContent ?? '').replaceAll('\u00a0', ' '), mark)
      if (!isElement(child) || SKIPPED.test(child.tagName)) continue
      if (child.tagName === 'BR') add('\n', { kind: 'text' })
      const isBlock = BLOCK.test(child.tagName)
      if (isBlock && paragraphs.at(-1)?.length) paragraphs.push([])
      walk(child, mark.kind === 'text' ? (markOf(child) ?? mark) : mark)
      if (isBlock) paragraphs.push([])
    }
  }
  walk(root, { kind: 'text' })
  return paragraphs
}

/** A mark holds no spaces at its ends, no line break and none of its own characters: else it would be read as text. */
function written(run: Run): string {
  const [, before = '', text = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(run.text) ?? []
  const whole = (open: string, close: string) => `${before}${open}${text}${close}${after}`
  if (run.kind === 'text' || text === '' || /[*\n]/.test(text)) return run.text
  if (run.kind !== 'link') return run.kind === 'bold' ? whole('**', '**') : whole('*', '*')
  return /[[\]]/.test(text) || /[()\s]/.test(run.link) ? run.text : whole('[', `](${run.link})`)
}

/** What stands in the place as text with marks. */
export const readText = (place: Node): string =>
  runsIn(place)
    .map((runs) => runs.map(written).join('').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
