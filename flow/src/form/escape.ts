/** Text inside HTML. Only `html` makes one, and what others put into it is escaped. */
class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

export type { Html }

type Part = Html | string | number | boolean | undefined | null | readonly Part[]

const CHARACTERS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => CHARACTERS[one] ?? one)

function written(part: Part): string {
  if (part instanceof Html) return part.toString()
  if (Array.isArray(part)) return part.map(written).join('')
  if (part === undefined || part === null || part === false || part === true) return ''
  return escapeHtml(String(part))
}

/** A template whose values are text, unless they were made by it: nothing that people wrote becomes a tag. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.reduce((all, text, at) => `${all}${written(parts[at - 1])}${text}`))

/** Attributes by name: true stands alone, undefined and false are left out. */
export function attributes(named: Record<string, string | number | boolean | undefined>): Html {
  const kept = Object.entries(named).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? [` ${name}`] : [` ${name}="${escapeHtml(String(value))}"`]
  })
  return new Html(kept.join(''))
}
