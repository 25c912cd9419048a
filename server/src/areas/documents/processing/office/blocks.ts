import type { PreviewBlock } from '@throughline/contracts/document-preview'
import type { Read } from './reading.ts'

export type Block = Exclude<PreviewBlock, { kind: 'table' }>

const MAX_BLOCKS = 4_000
const MAX_CHARACTERS = 500_000

const textOfBlock = (block: PreviewBlock): string =>
  block.kind === 'table'
    ? block.rows.map((row) => row.join('\t')).join('\n')
    : block.runs.map(({ text }) => text).join('')

/** All of it is searched, its beginning is shown. */
export function wordsRead(blocks: readonly PreviewBlock[]): Read {
  const texts = blocks.map(textOfBlock)
  let left = MAX_CHARACTERS
  const shown = blocks.slice(0, MAX_BLOCKS).filter((_, index) => {
    left -= texts[index]?.length ?? 0
    return left >= 0
  })
  return {
    preview: { kind: 'words', blocks: shown, cut: shown.length < blocks.length },
    text: texts.filter((text) => text.trim() !== '').join('\n'),
  }
}
