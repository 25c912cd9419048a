/**
 * Where a part first stands in a text, or -1. The platform's own search takes time by both lengths multiplied when a
 * text is made for it: half a second for 64 KB. This one (Knuth, Morris and Pratt) is linear in both.
 */
export function indexOf(text: string, part: string, from = 0): number {
  if (part === '') return from
  const borders = bordersOf(part)
  let matched = 0
  for (let at = from; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    while (matched > 0 && part.charCodeAt(matched) !== letter) matched = borders[matched - 1] ?? 0
    if (part.charCodeAt(matched) === letter) matched += 1
    if (matched === part.length) return at - matched + 1
  }
  return -1
}

/** For each beginning of the part, the length of its longest proper beginning that is also its end. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length)
  let length = 0
  for (let at = 1; at < part.length; at++) {
    const letter = part.charCodeAt(at)
    while (length > 0 && part.charCodeAt(length) !== letter) length = borders[length - 1] ?? 0
    if (part.charCodeAt(length) === letter) length += 1
    borders[at] = length
  }
  return borders
}

/** Characters as people count them: a pair of surrogates is one. */
export function lengthOf(text: string): number {
  let length = text.length
  for (let at = 1; at < text.length; at++)
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) length -= 1
  return length
}

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff
