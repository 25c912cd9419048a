import type { PreviewBlock } from '@throughline/contracts/document-preview'
import type { Archive } from '../../../../core/confined/archive.ts'
import { wordsRead } from './blocks.ts'
import { plain, type Read } from './reading.ts'

const ENTITIES: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const LAST_CHARACTER = 0x10_ff_ff

function character(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= LAST_CHARACTER ? String.fromCodePoint(code) : whole
}

/** The words alone: no entity but the five that XML has is known, so none can grow. */
const wordsIn = (markup: string) =>
  plain(markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&(#?\w{1,8});/g, character)).trim()

const BREAKS = /<(?:text:tab|text:s|text:line-break|a:br)\b[^>]*\/>/g

function blocksIn(markup: string, end: RegExp): PreviewBlock[] {
  return markup
    .replaceAll(BREAKS, ' ')
    .split(end)
    .flatMap((piece): PreviewBlock[] => {
      const text = wordsIn(piece)
      if (text === '') return []
      const runs = [{ text }]
      return piece.includes('<text:h ') ? [{ kind: 'heading', level: 2, runs }] : [{ kind: 'paragraph', runs }]
    })
}

function required(archive: Archive, name: string): string {
  const found = archive.read(name)
  if (!found) throw new Error(`${name} is missing`)
  return found.toString('utf8')
}

export const openTextOf = (archive: Archive): Read =>
  wordsRead(blocksIn(required(archive, 'content.xml'), /<\/text:[ph]>/))

const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/

export function slidesOf(archive: Archive): Read {
  const numbers = archive.names.flatMap((name) => SLIDE.exec(name)?.[1] ?? [])
  const slides = numbers.map(Number).toSorted((a, b) => a - b)
  return wordsRead(
    slides.flatMap((number): PreviewBlock[] => [
      { kind: 'heading', level: 2, runs: [{ text: `Slide ${number}` }] },
      ...blocksIn(required(archive, `ppt/slides/slide${number}.xml`), /<\/a:p>/),
    ]),
  )
}
