/** A piece of text with at most one mark. */
export type TextPiece =
  | { kind: 'text' | 'bold' | 'italic'; text: string }
  | { kind: 'link'; text: string; link: string }

/** No part of it can be read in two ways, so that its time grows with the length of the text alone. */
const MARKS = /\*\*([^*\n]+)\*\*|\*([^*\s](?:[^*\n]*[^*\s])?)\*|\[([^[\]\n]+)\]\(([^()\s]+)\)/g

/** `**bold**`, `*italic*` and `[text](link)`; anything else is text as it stands. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  const plain = (until: number) => {
    if (until > end) pieces.push({ kind: 'text', text: text.slice(end, until) })
  }
  for (const match of text.matchAll(MARKS)) {
    const [whole, bold, italic, label, link] = match
    plain(match.index)
    end = match.index + whole.length
    if (bold !== undefined) pieces.push({ kind: 'bold', text: bold })
    else if (italic !== undefined) pieces.push({ kind: 'italic', text: italic })
    else if (label !== undefined && link !== undefined) pieces.push({ kind: 'link', text: label, link })
  }
  plain(text.length)
  return pieces
}

export const linksIn = (text: string): string[] =>
  piecesOf(text).flatMap((piece) => (piece.kind === 'link' ? [piece.link] : []))

/** The same text with other links. */
export const replaceLinks = (text: string, linkFor: (link: string) => string): string =>
  text.replace(MARKS, (whole: string, _bold?: string, _italic?: string, label?: string, link?: string) =>
    label === undefined || link === undefined ? whole : `[${label}](${linkFor(link)})`,
  )

/** Without its marks, as it is read aloud or named in a list. */
export const plainTextOf = (text: string): string =>
  piecesOf(text)
    .map((piece) => piece.text)
    .join('')
