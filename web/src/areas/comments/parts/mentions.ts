import { MENTION } from '@throughline/contracts/comments'

/** What stands in the box, and whom the names in it mean, in the order they were chosen. */
export type Draft = { text: string; named: readonly Named[] }
type Named = { id: string; name: string }
export type Piece = { text: string; mention: boolean }

export const EMPTY: Draft = { text: '', named: [] }

/** What a mention cannot hold would end it early. */
const mentionName = (name: string) => name.replaceAll(/[\]\n]/g, ' ').trim()

/** Words and mentions in turn. */
export function piecesOf(content: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of content.matchAll(MENTION)) {
    if (match.index > from) pieces.push({ text: content.slice(from, match.index), mention: false })
    pieces.push({ text: `@${match[1] ?? ''}`, mention: true })
    from = match.index + match[0].length
  }
  if (from < content.length) pieces.push({ text: content.slice(from), mention: false })
  return pieces
}

/** A comment as it stands in the box while it is changed. */
export const draftOf = (content: string): Draft => ({
  text: piecesOf(content)
    .map(({ text }) => text)
    .join(''),
  named: Array.from(content.matchAll(MENTION), ([, name = '', id = '']) => ({ name, id })),
})

const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** As it is sent: every name that was chosen carries its id. The longest name wins, and of two equal ones each its own. */
export function contentOf({ text, named }: Draft): string {
  if (named.length === 0) return text.trim()
  const names = [...new Set(named.map(({ name }) => name))].toSorted((a, b) => b.length - a.length)
  const seen = new Map<string, number>()
  const found = new RegExp(`@(${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  return text
    .replaceAll(found, (_, name: string) => {
      const same = named.filter((each) => each.name === name)
      const turn = seen.get(name) ?? 0
      seen.set(name, turn + 1)
      const { id } = same[Math.min(turn, same.length - 1)] ?? { id: '' }
      return `@[${name}](${id})`
    })
    .trim()
}

/** What is being typed after an `@` at the cursor; undefined: nobody is being named. */
export function nameAt({ text, named }: Draft, cursor: number): { from: number; search: string } | undefined {
  const before = text.slice(0, cursor)
  const from = before.lastIndexOf('@')
  if (from < 0 || (from > 0 && /[\p{L}\p{N}]/u.test(before[from - 1] ?? ''))) return undefined
  const search = before.slice(from + 1)
  const finished = named.some(({ name }) => search.startsWith(name))
  return finished || /[\n@]/.test(search) || search.split(' ').length > 3 ? undefined : { from, search: search.trim() }
}

/** Puts a name where one was being typed. */
export function withName(draft: Draft, cursor: number, person: Named): { draft: Draft; cursor: number } {
  const from = nameAt(draft, cursor)?.from ?? cursor
  const name = mentionName(person.name)
  const before = `${draft.text.slice(0, from)}@${name} `
  return {
    draft: {
      text: before + draft.text.slice(cursor).replace(/^ /, ''),
      named: [...draft.named, { id: person.id, name }],
    },
    cursor: before.length,
  }
}
