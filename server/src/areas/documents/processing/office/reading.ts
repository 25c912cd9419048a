import type { Preview } from '@throughline/contracts/document-preview'

export type Reading = 'word' | 'slides' | 'open-text' | 'sheets' | 'delimited'

export interface Read {
  preview: Extract<Preview, { kind: 'table' | 'words' }>
  text: string
}

/** Control and format characters hide or turn around what is read. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu

export const plain = (text: string, most = Number.POSITIVE_INFINITY): string => {
  const clean = text.replace(INVISIBLE, (one) => (one === '\n' || one === '\t' ? one : ''))
  return clean.length > most ? `${clean.slice(0, most)}…` : clean
}
