import type { PastedPerson } from '@throughline/contracts/org-members'

export type PastedLine = PastedPerson & {
  /** As counted in what was pasted, blank lines too. */
  line: number
  /** Its place among the people that were pasted. */
  at: number
  text: string
}

const ADDRESS = /[^\s<>,;"']*@[^\s<>,;"']*/
const HEADING =
  /^\W*(full |first |last )?names?\W*(e-?mails?( address(es)?)?\W*)?$|^\W*e-?mails?( address(es)?)?\W*(names?\W*)?$/i

const tidy = (text: string) =>
  text
    .replace(/\bmailto:/i, '')
    .replaceAll(/[\s,;<>"']*$|^[\s,;<>"']*/g, '')
    .replaceAll(/[\t;,]+\s*/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** isla.brennan@… is very likely called Isla Brennan; what jsmith@… or info@… is called, nobody can tell. */
function nameFrom(email: string): string {
  const words = (email.split('@')[0] ?? '')
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter(Boolean)
  if (words.length < 2 || !words.every((word) => /^\p{L}{2,}$/u.test(word))) return ''
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

/** `Diallo, Amara <…>`, as mail programs write it. */
const LAST_FIRST = /^\s*"?([^",;<>]+),\s*([^",;<>]+?)"?\s*</

/** Name and address in any order and however they are set apart: comma, tab, semicolon, angle brackets. */
export function parsePerson(written: string): PastedPerson {
  const text = written.replace(LAST_FIRST, '$2 $1 <')
  const email = ADDRESS.exec(text)?.[0].replace(/^mailto:/i, '') ?? ''
  const name = tidy(email ? text.replace(ADDRESS, ' ') : text)
  return { name: name || nameFrom(email), email }
}

/** The recipients of a mail stand in one line: each ends with an address. */
function apart(text: string): string[] {
  const people = text.match(/[^@]*@[^\s<>,;"']*[>"']*/g) ?? []
  if (people.length < 2) return [text]
  const rest = text.slice(people.join('').length)
  return people.map((person, position) =>
    (position === people.length - 1 ? person + rest : person).replace(/^[\s,;]+|[\s,;]+$/g, ''),
  )
}

/** One person per line, or several set apart by their addresses; a heading copied along with a spreadsheet's columns is left out. */
export function parsePeople(pasted: string): PastedLine[] {
  const lines = pasted.split(/\r\n|\r|\n/).map((text, position) => ({ line: position + 1, text: text.trim() }))
  const filled = lines.filter(({ text }) => text !== '')
  const people = filled[0] && HEADING.test(filled[0].text) ? filled.slice(1) : filled
  return people
    .flatMap(({ line, text }) => apart(text).map((person) => ({ line, text: person })))
    .map((person, at) => ({ ...person, at, ...parsePerson(person.text) }))
}
