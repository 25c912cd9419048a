import { jsonTexts } from './json.texts.ts'

const { fault: faultTexts, mend } = jsonTexts

/** One place of a text and what stands there afterwards. */
type Edit = { from: number; to: number; insert: string }

/** Why a text is no JSON, at the first place where it stops being any, with what would mend it. */
export type SyntaxFault = { from: number; to: number; text: string; mend?: { label: string; edit: Edit } }

const isSpace = (character: string) =>
  character === ' ' || character === '\n' || character === '\r' || character === '\t'
const word = /[\w$.+-]/
const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const longest = 24

class Stop extends Error {
  readonly fault: SyntaxFault
  constructor(fault: SyntaxFault) {
    super(fault.text)
    this.fault = fault
  }
}

/** Reads the text as JSON is read, and says where and why that fails. Undefined: it is JSON. */
export function syntaxFault(text: string): SyntaxFault | undefined {
  try {
    new Scan(text).document()
    return undefined
  } catch (problem) {
    if (problem instanceof Stop) return problem.fault
    throw problem
  }
}

class Scan {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): void {
    this.#space()
    if (this.#at === this.#text.length) this.#stop(0, this.#at, faultTexts.empty)
    this.#value()
    this.#space()
    if (this.#at < this.#text.length) {
      const [from, to] = [this.#at, this.#text.length]
      this.#stop(from, to, faultTexts.after(this.#found()), { label: mend.remove, edit: { from, to, insert: '' } })
    }
  }

  #stop(from: number, to: number, text: string, repair?: SyntaxFault['mend']): never {
    throw new Stop({ from, to: Math.max(to, from), text, ...(repair && { mend: repair }) })
  }

  #space(): void {
    while (isSpace(this.#text[this.#at] ?? '')) this.#at++
  }

  /** Where the last thing before here ends. */
  #before(): number {
    let at = this.#at
    while (at > 0 && isSpace(this.#text[at - 1] ?? '')) at--
    return at
  }

  /** What stands here, to be named in a message. */
  #found(): string {
    const [from, to] = this.#token()
    const found = this.#text.slice(from, Math.min(to, from + longest))
    return found === '' ? faultTexts.end : to - from > longest ? `${found}…` : found
  }

  #token(): [number, number] {
    const from = this.#at
    const first = this.#text[from] ?? ''
    let to = from + (first === '' ? 0 : 1)
    if (first === '"') {
      while (to < this.#text.length && this.#text[to] !== '"' && this.#text[to] !== '\n') to++
      return [from, Math.min(to + 1, this.#text.length)]
    }
    if (word.test(first)) while (word.test(this.#text[to] ?? '')) to++
    return [from, to]
  }

  #value(): void {
    this.#space()
    const first = this.#text[this.#at] ?? ''
    if (first === '{') this.#container('{', '}')
    else if (first === '[') this.#container('[', ']')
    else if (first === '"') this.#string()
    else this.#plain()
  }

  #plain(): void {
    const [from, to] = this.#token()
    const found = this.#text.slice(from, to)
    if (!['true', 'false', 'null'].includes(found) && !number.test(found)) this.#notPlain(from, to, found)
    this.#at = to
  }

  #notPlain(from: number, to: number, found: string): never {
    if (!word.test(found)) this.#stop(from, to, faultTexts.value(this.#found()))
    if (/^[-\d.+]/.test(found)) this.#stop(from, to, faultTexts.number(found))
    this.#stop(from, to, faultTexts.word(found), {
      label: mend.quote,
      edit: { from, to, insert: JSON.stringify(found) },
    })
  }

  #string(): void {
    const from = this.#at
    for (let at = from + 1; ; at++) {
      const character = this.#text[at]
      if (character === '"') {
        this.#at = at + 1
        return
      }
      if (character === undefined || character === '\n') this.#openString(from, at)
      if (character < ' ') this.#stop(at, at + 1, faultTexts.badCharacter)
      if (character === '\\') at += this.#escape(at)
    }
  }

  #escape(at: number): number {
    const next = this.#text[at + 1] ?? ''
    if ('"\\/bfnrt'.includes(next) && next !== '') return 1
    const coded = next === 'u' && /^[\da-fA-F]{4}$/.test(this.#text.slice(at + 2, at + 6))
    if (!coded) this.#stop(at, at + 2, faultTexts.badEscape(next.trim()))
    return 5
  }

  #openString(from: number, end: number): never {
    const line = this.#text.slice(from, end)
    const kept = line.replace(/[\s,\]}]+$/, '')
    const to = from + Math.max(kept.length, 1)
    this.#stop(from, to, faultTexts.openText, { label: mend.close, edit: { from: to, to, insert: '"' } })
  }

  #container(open: '{' | '[', close: '}' | ']'): void {
    const start = this.#at++
    this.#space()
    if (this.#text[this.#at] === close) {
      this.#at++
      return
    }
    for (;;) {
      if (open === '{') this.#key(start)
      this.#value()
      this.#space()
      const next = this.#text[this.#at]
      if (next === close) break
      if (next === ',') this.#comma(start, open, close)
      else this.#noComma(start, open, close)
    }
    this.#at++
  }

  #comma(start: number, open: string, close: string): void {
    const comma = this.#at++
    this.#space()
    if (this.#text[this.#at] === close)
      this.#stop(comma, comma + 1, faultTexts.extraComma, {
        label: mend.removeComma,
        edit: { from: comma, to: comma + 1, insert: '' },
      })
    if (this.#at === this.#text.length) this.#unclosed(start, open, close)
  }

  #noComma(start: number, open: string, close: string): never {
    const next = this.#text[this.#at]
    if (next === undefined || next === '}' || next === ']') this.#unclosed(start, open, close)
    const [from, to] = this.#token()
    const after = this.#before()
    const edit = { from: after, to: after, insert: ',' }
    this.#stop(from, to, faultTexts.missingComma(this.#found()), { label: mend.comma, edit })
  }

  #unclosed(start: number, open: string, close: string): never {
    const after = this.#before()
    const edit = { from: after, to: after, insert: close }
    this.#stop(start, start + 1, faultTexts.unclosed(open), { label: mend.close, edit })
  }

  #key(start: number): void {
    const from = this.#at
    if (this.#text[from] !== '"') {
      if (from === this.#text.length) this.#unclosed(start, '{', '}')
      const [, to] = this.#token()
      const found = this.#text.slice(from, to)
      const repair = { label: mend.quote, edit: { from, to, insert: JSON.stringify(found) } }
      this.#stop(from, to, faultTexts.key(this.#found()), word.test(found) ? repair : undefined)
    }
    this.#string()
    const to = this.#at
    this.#space()
    if (this.#text[this.#at] !== ':') {
      const edit = { from: to, to, insert: ':' }
      this.#stop(from, to, faultTexts.missingColon(this.#text.slice(from, to)), { label: mend.colon, edit })
    }
    this.#at++
  }
}
