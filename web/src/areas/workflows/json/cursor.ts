/** Where in a document a position stands, also while the text around it is not finished. */
export type Cursor = {
  /** From the outside in; of a key that is being written, those of its object. */
  keys: (string | number)[]
  expects: 'key' | 'value' | 'nothing'
  /** Where what is being written begins, with its quote. */
  from: number
  /** The position lies within quotes that are open. */
  quoted: boolean
}

type Frame = {
  kind: 'object' | 'list'
  key: string | undefined
  n: number
  expects: 'key' | 'colon' | 'value' | 'comma'
}

/** Reads from the beginning, as far as the position, and takes what it finds as well as it can. */
export function cursorAt(text: string, position: number): Cursor {
  const frames: Frame[] = []
  const pointer = () => frames.map(({ kind, key, n }) => (kind === 'list' ? n : (key ?? '')))
  const top = () => frames.at(-1)
  let at = 0
  const done = (from: number, quoted: boolean): Cursor => {
    const frame = top()
    const asks = frame?.expects
    const keys = asks === 'key' ? pointer().slice(0, -1) : pointer()
    return { keys, expects: asks === 'key' || asks === 'value' ? asks : 'nothing', from, quoted }
  }
  while (at < position) {
    const character = text[at] ?? ''
    const frame = top()
    if (character === '"') {
      const end = endOfString(text, at)
      if (end === undefined || end > position || (end === position && text[end - 1] !== '"')) return done(at, true)
      if (frame?.kind === 'object' && frame.expects === 'key') {
        frame.key = plain(text.slice(at, end))
        frame.expects = 'colon'
      } else if (frame) frame.expects = 'comma'
      at = end
      continue
    }
    if (character === '{') frames.push({ kind: 'object', key: undefined, n: 0, expects: 'key' })
    else if (character === '[') frames.push({ kind: 'list', key: undefined, n: 0, expects: 'value' })
    else if (character === '}' || character === ']') {
      frames.pop()
      const outer = top()
      if (outer) outer.expects = 'comma'
    } else if (character === ':' && frame) frame.expects = 'value'
    else if (character === ',' && frame) {
      frame.n += 1
      frame.expects = frame.kind === 'object' ? 'key' : 'value'
      if (frame.kind === 'object') frame.key = undefined
    } else if (/[\w$.+-]/.test(character)) {
      const end = at + (/^[\w$.+-]+/.exec(text.slice(at, at + 200))?.[0].length ?? 1)
      if (end >= position) return done(at, false)
      if (frame && frame.expects === 'value') frame.expects = 'comma'
      at = end
      continue
    }
    at++
  }
  return done(position, false)
}

/** After the closing quote; a text ends with its line, so that one without a quote does not swallow the rest. */
function endOfString(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
    else if (text[at] === '\n') return at
  }
  return undefined
}

function plain(written: string): string {
  try {
    return String(JSON.parse(written))
  } catch {
    return written.replace(/^"|"$/g, '')
  }
}
