const MAX_CHARACTERS = 255

/** The ending is kept, and a name that would be too long is shortened before its number. */
export function numberedName(name: string, number: number): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{1,16})?$/u.exec(name) ?? []
  const rest = Array.from(` (${number})${ending}`)
  return [...Array.from(stem).slice(0, MAX_CHARACTERS - rest.length), ...rest].join('')
}
